-- When its person put a generation that ended without success away.
ALTER TABLE "Generation" ADD COLUMN "dismissedAt" TIMESTAMPTZ(3);

-- The lists of Activity, newest first: what ended without success, what was dismissed of it, and what is under way.
CREATE INDEX "Generation_troubled" ON "Generation" ("userId", "id" DESC)
  WHERE "state" IN ('failed', 'unknown', 'cancelled') AND "deletedAt" IS NULL AND "dismissedAt" IS NULL;
CREATE INDEX "Generation_dismissed" ON "Generation" ("userId", "id" DESC) WHERE "dismissedAt" IS NOT NULL;
CREATE INDEX "Generation_active" ON "Generation" ("userId", "id" DESC)
  WHERE "state" IN ('queued', 'starting', 'running', 'storing');
