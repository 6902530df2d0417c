-- CreateTable
CREATE TABLE "Webhook" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "events" TEXT[],
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "stoppedBy" TEXT,
    "secret" TEXT,
    "previousSecret" TEXT,
    "previousUntil" TIMESTAMPTZ(3),
    "failingSince" TIMESTAMPTZ(3),
    "workerId" TEXT,
    "servedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Webhook_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "WebhookEvent" (
    "id" BIGSERIAL NOT NULL,
    "userId" UUID NOT NULL,
    "generationId" UUID NOT NULL,
    "batchId" UUID,
    "state" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "WebhookEvent_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "WebhookDelivery" (
    "id" UUID NOT NULL,
    "sequence" BIGSERIAL NOT NULL,
    "webhookId" UUID NOT NULL,
    "event" TEXT NOT NULL,
    "generationId" UUID,
    "batchId" UUID,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'pending',
    "tries" INTEGER NOT NULL DEFAULT 0,
    "nextAttemptAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "WebhookDelivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "WebhookAttempt" (
    "id" UUID NOT NULL,
    "deliveryId" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "durationMs" INTEGER NOT NULL,
    "status" INTEGER,
    "fault" TEXT,

    CONSTRAINT "WebhookAttempt_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Webhook_userId_idx" ON "Webhook"("userId");

-- CreateIndex
CREATE INDEX "Webhook_workerId_idx" ON "Webhook"("workerId");

-- CreateIndex
CREATE INDEX "WebhookDelivery_webhookId_sequence_idx" ON "WebhookDelivery"("webhookId", "sequence" DESC);

-- CreateIndex
CREATE INDEX "WebhookAttempt_deliveryId_idx" ON "WebhookAttempt"("deliveryId");

-- AddForeignKey
ALTER TABLE "Webhook" ADD CONSTRAINT "Webhook_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WebhookDelivery" ADD CONSTRAINT "WebhookDelivery_webhookId_fkey" FOREIGN KEY ("webhookId") REFERENCES "Webhook"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WebhookAttempt" ADD CONSTRAINT "WebhookAttempt_deliveryId_fkey" FOREIGN KEY ("deliveryId") REFERENCES "WebhookDelivery"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What is due, of each webhook and of all.
CREATE INDEX "WebhookDelivery_due" ON "WebhookDelivery" ("webhookId", "nextAttemptAt", "sequence") WHERE "state" = 'pending';
CREATE INDEX "WebhookDelivery_next" ON "WebhookDelivery" ("nextAttemptAt") WHERE "state" = 'pending';

-- A batch ends once, whichever of its generations several workers end last.
CREATE UNIQUE INDEX "WebhookDelivery_batch" ON "WebhookDelivery" ("webhookId", "batchId") WHERE "event" = 'batch.finished';

-- The end of a generation and the note of it are one transaction. A cancelled generation is no event, but may be the last of
-- its batch; samples of voices are in no list.
CREATE FUNCTION reverie_note_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "WebhookEvent" ("userId", "generationId", "batchId", "state")
  SELECT NEW."userId", NEW."id", NEW."batchId", NEW."state"
  WHERE EXISTS (SELECT FROM "Webhook" WHERE "userId" = NEW."userId" AND "enabled");
  IF FOUND THEN
    PERFORM pg_notify('reverie_webhooks', '');
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER "Generation_ended" AFTER UPDATE OF "state" ON "Generation" FOR EACH ROW
WHEN (
  OLD."state" <> NEW."state" AND NEW."relation" IS DISTINCT FROM 'sample'
  AND (NEW."state" IN ('succeeded', 'failed', 'unknown') OR (NEW."state" = 'cancelled' AND NEW."batchId" IS NOT NULL))
)
EXECUTE FUNCTION reverie_note_end();
