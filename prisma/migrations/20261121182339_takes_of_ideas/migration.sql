-- AlterTable
ALTER TABLE "Generation" ADD COLUMN     "idea" TEXT,
ADD COLUMN     "take" INTEGER;

-- CreateIndex
CREATE INDEX "Generation_userId_idea_take_idx" ON "Generation"("userId", "idea", "take");
