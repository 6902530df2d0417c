-- CreateTable
CREATE TABLE "CoverAnalysis" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "scope" TEXT NOT NULL,
    "assetId" UUID NOT NULL,
    "sha256" TEXT NOT NULL,
    "sandbox" BOOLEAN NOT NULL DEFAULT false,
    "state" TEXT NOT NULL,
    "coverFeatureId" TEXT,
    "lyrics" TEXT,
    "structureResult" TEXT,
    "durationSeconds" DOUBLE PRECISION,
    "traceId" TEXT,
    "error" JSONB,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finishedAt" TIMESTAMPTZ(3),
    "expiresAt" TIMESTAMPTZ(3),

    CONSTRAINT "CoverAnalysis_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "CoverAnalysis_userId_scope_sha256_id_idx" ON "CoverAnalysis"("userId", "scope", "sha256", "id" DESC);

-- CreateIndex
CREATE INDEX "CoverAnalysis_userId_coverFeatureId_idx" ON "CoverAnalysis"("userId", "coverFeatureId");

-- CreateIndex
CREATE INDEX "CoverAnalysis_assetId_idx" ON "CoverAnalysis"("assetId");

-- AddForeignKey
ALTER TABLE "CoverAnalysis" ADD CONSTRAINT "CoverAnalysis_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CoverAnalysis" ADD CONSTRAINT "CoverAnalysis_assetId_fkey" FOREIGN KEY ("assetId") REFERENCES "Asset"("id") ON DELETE CASCADE ON UPDATE CASCADE;
