-- AlterTable
ALTER TABLE "Generation" ADD COLUMN     "notes" JSONB;
