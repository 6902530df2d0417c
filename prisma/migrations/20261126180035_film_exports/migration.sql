-- CreateTable
CREATE TABLE "FilmExport" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "filmId" UUID NOT NULL,
    "title" TEXT NOT NULL,
    "filmVersion" INTEGER NOT NULL,
    "document" JSONB,
    "settings" JSONB NOT NULL,
    "requestHash" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "projectId" UUID,
    "state" TEXT NOT NULL DEFAULT 'queued',
    "waiting" TEXT,
    "phase" TEXT,
    "frameRate" INTEGER NOT NULL,
    "frames" INTEGER NOT NULL,
    "framesDone" INTEGER NOT NULL DEFAULT 0,
    "leftMs" INTEGER,
    "missing" INTEGER NOT NULL DEFAULT 0,
    "workerId" TEXT,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "faults" INTEGER NOT NULL DEFAULT 0,
    "error" JSONB,
    "generationId" UUID,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "startedAt" TIMESTAMPTZ(3),
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "FilmExport_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "GenerationSource" (
    "generationId" UUID NOT NULL,
    "itemId" UUID NOT NULL,

    CONSTRAINT "GenerationSource_pkey" PRIMARY KEY ("generationId","itemId")
);

-- CreateIndex
CREATE INDEX "FilmExport_filmId_id_idx" ON "FilmExport"("filmId", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "FilmExport_userId_key_key" ON "FilmExport"("userId", "key");

-- CreateIndex
CREATE INDEX "GenerationSource_itemId_idx" ON "GenerationSource"("itemId");

-- AddForeignKey
ALTER TABLE "FilmExport" ADD CONSTRAINT "FilmExport_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FilmExport" ADD CONSTRAINT "FilmExport_filmId_fkey" FOREIGN KEY ("filmId") REFERENCES "Film"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GenerationSource" ADD CONSTRAINT "GenerationSource_generationId_fkey" FOREIGN KEY ("generationId") REFERENCES "Generation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GenerationSource" ADD CONSTRAINT "GenerationSource_itemId_fkey" FOREIGN KEY ("itemId") REFERENCES "Item"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "FilmExport" ADD CONSTRAINT "FilmExport_state_check"
  CHECK ("state" IN ('queued', 'running', 'succeeded', 'failed', 'cancelled'));

-- Of what is exported or waits, which is little: pressed twice, it is one.
CREATE UNIQUE INDEX "FilmExport_active" ON "FilmExport" ("userId", "filmId", "requestHash")
  WHERE "state" IN ('queued', 'running');
