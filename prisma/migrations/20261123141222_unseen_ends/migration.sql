-- CreateTable
CREATE TABLE "UnseenEnd" (
    "generationId" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lookedAt" TIMESTAMPTZ(3),

    CONSTRAINT "UnseenEnd_pkey" PRIMARY KEY ("generationId")
);

-- CreateIndex
CREATE INDEX "UnseenEnd_userId_at_idx" ON "UnseenEnd"("userId", "at" DESC);

-- AddForeignKey
ALTER TABLE "UnseenEnd" ADD CONSTRAINT "UnseenEnd_generationId_fkey" FOREIGN KEY ("generationId") REFERENCES "Generation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "UnseenEnd" ADD CONSTRAINT "UnseenEnd_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The end of a generation is noted with it, whoever writes it, and browsers are told. A cancelled one is no news: its
-- person cancelled it. A late answer ends an unknown one a second time.
CREATE FUNCTION reverie_note_unseen_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "UnseenEnd" ("generationId", "userId") VALUES (NEW."id", NEW."userId")
  ON CONFLICT ("generationId") DO UPDATE SET "at" = now(), "lookedAt" = NULL;
  PERFORM pg_notify('reverie_lists', json_build_object('userId', NEW."userId", 'list', 'digest')::text);
  RETURN NULL;
END
$$;

CREATE TRIGGER "Generation_end_unseen" AFTER UPDATE OF "state" ON "Generation" FOR EACH ROW
WHEN (
  OLD."state" IS DISTINCT FROM NEW."state" AND NEW."state" IN ('succeeded', 'failed', 'unknown')
  AND NEW."relation" IS DISTINCT FROM 'sample'
)
EXECUTE FUNCTION reverie_note_unseen_end();
