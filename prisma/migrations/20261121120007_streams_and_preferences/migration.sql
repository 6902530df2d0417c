-- AlterTable
ALTER TABLE "Generation" ADD COLUMN     "live" JSONB,
ADD COLUMN     "pollFaults" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "taskConnection" TEXT;

-- CreateTable
CREATE TABLE "StreamPiece" (
    "generationId" UUID NOT NULL,
    "role" TEXT NOT NULL,
    "index" INTEGER NOT NULL,
    "offset" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "StreamPiece_pkey" PRIMARY KEY ("generationId","role","index","offset")
);

-- CreateTable
CREATE TABLE "Preference" (
    "userId" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Preference_pkey" PRIMARY KEY ("userId","key")
);

-- AddForeignKey
ALTER TABLE "StreamPiece" ADD CONSTRAINT "StreamPiece_generationId_fkey" FOREIGN KEY ("generationId") REFERENCES "Generation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Preference" ADD CONSTRAINT "Preference_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What had come of a stream that broke off is kept, and never taken for a whole result.
ALTER TABLE "Output" DROP CONSTRAINT "Output_state_check";
ALTER TABLE "Output" ADD CONSTRAINT "Output_state_check"
  CHECK ("state" IN ('storing', 'stored', 'failed', 'partial'));

-- Sound is compressed already: do not try again on every piece.
ALTER TABLE "StreamPiece" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
