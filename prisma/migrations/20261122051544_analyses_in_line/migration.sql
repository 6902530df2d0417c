-- AlterTable
ALTER TABLE "CoverAnalysis" ADD COLUMN     "analysisInfo" JSONB,
ADD COLUMN     "rateBucket" TEXT,
ADD COLUMN     "scheduledAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "startedAt" TIMESTAMPTZ(3),
ADD COLUMN     "waiting" JSONB;

-- CreateIndex
CREATE INDEX "CoverAnalysis_rateBucket_state_id_idx" ON "CoverAnalysis"("rateBucket", "state", "id");

-- CreateIndex
CREATE INDEX "CoverAnalysis_rateBucket_startedAt_idx" ON "CoverAnalysis"("rateBucket", "startedAt" DESC);
