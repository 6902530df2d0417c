-- AlterTable
ALTER TABLE "User" ADD COLUMN     "diskQuotaBytes" BIGINT,
ADD COLUMN     "queueQuota" INTEGER;
