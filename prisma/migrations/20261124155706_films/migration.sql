-- CreateTable
CREATE TABLE "Film" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "projectId" UUID,
    "title" TEXT NOT NULL,
    "document" JSONB NOT NULL,
    "documentHash" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "aspect" TEXT NOT NULL,
    "shotCount" INTEGER NOT NULL,
    "durationMs" INTEGER NOT NULL,
    "coverItemId" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "deletedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Film_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "FilmVersion" (
    "filmId" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "document" JSONB NOT NULL,
    "bytes" INTEGER NOT NULL,
    "documentHash" TEXT NOT NULL,
    "saveKey" TEXT,
    "savedById" UUID,
    "savedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "name" TEXT,

    CONSTRAINT "FilmVersion_pkey" PRIMARY KEY ("filmId","number")
);

-- CreateIndex
CREATE INDEX "Film_userId_updatedAt_id_idx" ON "Film"("userId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Film_projectId_updatedAt_id_idx" ON "Film"("projectId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "FilmVersion_savedById_idx" ON "FilmVersion"("savedById");

-- CreateIndex
CREATE UNIQUE INDEX "FilmVersion_filmId_saveKey_key" ON "FilmVersion"("filmId", "saveKey");

-- AddForeignKey
ALTER TABLE "Film" ADD CONSTRAINT "Film_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Film" ADD CONSTRAINT "Film_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FilmVersion" ADD CONSTRAINT "FilmVersion_filmId_fkey" FOREIGN KEY ("filmId") REFERENCES "Film"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FilmVersion" ADD CONSTRAINT "FilmVersion_savedById_fkey" FOREIGN KEY ("savedById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Whoever leaves a project takes their films out of it, as they do their items.
CREATE FUNCTION reverie_leave_with_films() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "Film" SET "projectId" = NULL WHERE "projectId" = OLD."projectId" AND "userId" = OLD."userId";
  RETURN NULL;
END
$$;

CREATE TRIGGER "ProjectMember_leaves_with_films" AFTER DELETE ON "ProjectMember"
FOR EACH ROW EXECUTE FUNCTION reverie_leave_with_films();
