-- CreateTable
CREATE TABLE "PushSubscription" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "sessionId" UUID,
    "userAgent" TEXT,
    "endpoint" TEXT NOT NULL,
    "p256dh" TEXT NOT NULL,
    "auth" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "dueAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "PushSubscription_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PushDelivery" (
    "subscriptionId" UUID NOT NULL,
    "generationId" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "PushDelivery_pkey" PRIMARY KEY ("subscriptionId","generationId")
);

-- CreateIndex
CREATE INDEX "PushSubscription_sessionId_idx" ON "PushSubscription"("sessionId");

-- CreateIndex
CREATE UNIQUE INDEX "PushSubscription_userId_endpoint_key" ON "PushSubscription"("userId", "endpoint");

-- CreateIndex
CREATE INDEX "PushDelivery_generationId_idx" ON "PushDelivery"("generationId");

-- CreateIndex
CREATE INDEX "PushDelivery_at_idx" ON "PushDelivery"("at");

-- AddForeignKey
ALTER TABLE "PushSubscription" ADD CONSTRAINT "PushSubscription_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PushSubscription" ADD CONSTRAINT "PushSubscription_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PushDelivery" ADD CONSTRAINT "PushDelivery_subscriptionId_fkey" FOREIGN KEY ("subscriptionId") REFERENCES "PushSubscription"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PushDelivery" ADD CONSTRAINT "PushDelivery_generationId_fkey" FOREIGN KEY ("generationId") REFERENCES "Generation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What browsers are to be told is noted with the end; whoever has none pays for one look at an index. A browser that is
-- being removed is skipped, so that it can't fail the end.
CREATE OR REPLACE FUNCTION reverie_note_unseen_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "UnseenEnd" ("generationId", "userId") VALUES (NEW."id", NEW."userId")
  ON CONFLICT ("generationId") DO UPDATE SET "at" = now(), "lookedAt" = NULL;
  PERFORM pg_notify('reverie_lists', json_build_object('userId', NEW."userId", 'list', 'digest')::text);
  INSERT INTO "PushDelivery" ("subscriptionId", "generationId")
  SELECT "id", NEW."id" FROM "PushSubscription" WHERE "userId" = NEW."userId" FOR KEY SHARE SKIP LOCKED
  ON CONFLICT ("subscriptionId", "generationId") DO UPDATE SET "at" = now();
  IF FOUND THEN
    PERFORM pg_notify('reverie_pushes', '');
  END IF;
  RETURN NULL;
END
$$;

-- A browser that signed out is told nothing more, however its session ended.
CREATE FUNCTION reverie_end_pushes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "PushSubscription" WHERE "sessionId" = NEW."id";
  RETURN NULL;
END
$$;

CREATE TRIGGER "Session_end_pushes" AFTER UPDATE OF "revokedAt" ON "Session" FOR EACH ROW
WHEN (NEW."revokedAt" IS NOT NULL)
EXECUTE FUNCTION reverie_end_pushes();
