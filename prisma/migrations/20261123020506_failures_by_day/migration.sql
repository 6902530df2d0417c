-- Work without a result, which the library counts by day.
CREATE INDEX "Generation_fruitless" ON "Generation" ("userId", "createdAt" DESC)
  WHERE "state" IN ('failed', 'unknown', 'cancelled') AND "deletedAt" IS NULL;
