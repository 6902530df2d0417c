-- AlterTable
ALTER TABLE "Share" ADD COLUMN     "addedUntil" TIMESTAMPTZ(3),
ADD COLUMN     "projectId" UUID,
ADD COLUMN     "showNotes" BOOLEAN NOT NULL DEFAULT false;

-- CreateIndex
CREATE INDEX "Share_projectId_idx" ON "Share"("projectId");

-- AddForeignKey
ALTER TABLE "Share" ADD CONSTRAINT "Share_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE SET NULL ON UPDATE CASCADE;
