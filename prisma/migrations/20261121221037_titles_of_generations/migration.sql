-- AlterTable
ALTER TABLE "Generation" ADD COLUMN     "title" TEXT;
