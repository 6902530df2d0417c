-- AlterTable
ALTER TABLE "Generation" ADD COLUMN     "erasedAt" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "BlobCheck" (
    "id" UUID NOT NULL,
    "sha256" TEXT NOT NULL,
    "assetId" UUID,
    "dueAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "BlobCheck_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "BlobCheck_sha256_idx" ON "BlobCheck"("sha256");

-- CreateIndex
CREATE INDEX "BlobCheck_dueAt_idx" ON "BlobCheck"("dueAt");

-- What has been in the trash longest, of anyone and of one person.
CREATE INDEX "Item_trashed" ON "Item" ("deletedAt") WHERE "deletedAt" IS NOT NULL;
CREATE INDEX "Generation_trashed" ON "Generation" ("deletedAt") WHERE "deletedAt" IS NOT NULL AND "erasedAt" IS NULL;

-- An asset is removed once nothing refers to it; the primary key begins with the generation.
CREATE INDEX "GenerationAsset_assetId_idx" ON "GenerationAsset"("assetId");
