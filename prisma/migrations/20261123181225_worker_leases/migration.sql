-- AlterTable
ALTER TABLE "Worker" ADD COLUMN     "leaseEnd" TIMESTAMPTZ(3),
ADD COLUMN     "space" TEXT;
