-- AlterTable
ALTER TABLE "User" ADD COLUMN     "heirId" UUID,
ADD COLUMN     "removedAt" TIMESTAMPTZ(3);

-- What is to be removed is looked for often, and seldom there.
CREATE INDEX "User_removed" ON "User" ("removedAt") WHERE "removedAt" IS NOT NULL;
