-- CreateTable
CREATE TABLE "FilmGeneration" (
    "filmId" UUID NOT NULL,
    "placeId" UUID NOT NULL,
    "after" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "generationId" UUID,
    "problem" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "FilmGeneration_pkey" PRIMARY KEY ("filmId","placeId","after")
);

-- CreateIndex
CREATE INDEX "FilmGeneration_generationId_idx" ON "FilmGeneration"("generationId");

-- CreateIndex
CREATE INDEX "FilmGeneration_userId_idx" ON "FilmGeneration"("userId");

-- AddForeignKey
ALTER TABLE "FilmGeneration" ADD CONSTRAINT "FilmGeneration_filmId_fkey" FOREIGN KEY ("filmId") REFERENCES "Film"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FilmGeneration" ADD CONSTRAINT "FilmGeneration_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FilmGeneration" ADD CONSTRAINT "FilmGeneration_generationId_fkey" FOREIGN KEY ("generationId") REFERENCES "Generation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What waits for the shot before, which a worker looks for.
CREATE INDEX "FilmGeneration_waiting" ON "FilmGeneration" ("createdAt") WHERE "generationId" IS NULL AND "problem" IS NULL;
