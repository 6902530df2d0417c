-- AlterTable
ALTER TABLE "Price" ADD COLUMN     "validUntil" TIMESTAMPTZ(3);
