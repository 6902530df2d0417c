-- CreateTable
CREATE TABLE "LyricsDraft" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "idempotencyKey" TEXT NOT NULL,
    "requestHash" TEXT NOT NULL,
    "sandbox" BOOLEAN NOT NULL DEFAULT false,
    "state" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "prompt" TEXT NOT NULL,
    "title" TEXT,
    "songTitle" TEXT,
    "styleTags" TEXT,
    "lyrics" TEXT,
    "error" JSONB,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "LyricsDraft_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "LyricsDraft_userId_id_idx" ON "LyricsDraft"("userId", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "LyricsDraft_userId_idempotencyKey_key" ON "LyricsDraft"("userId", "idempotencyKey");

-- AddForeignKey
ALTER TABLE "LyricsDraft" ADD CONSTRAINT "LyricsDraft_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
