-- Tokens from before scopes may do everything, as they could. Every later one says what it may do.
ALTER TABLE "ApiToken" ADD COLUMN "scopes" TEXT[] NOT NULL DEFAULT ARRAY['read', 'make', 'manage'];
ALTER TABLE "ApiToken" ALTER COLUMN "scopes" DROP DEFAULT;
ALTER TABLE "ApiToken" ADD CONSTRAINT "ApiToken_scopes_check"
  CHECK ("scopes" <@ ARRAY['read', 'make', 'manage'] AND cardinality("scopes") > 0);

-- The token that created a token, which ends with it.
ALTER TABLE "ApiToken" ADD COLUMN "parentId" UUID;
ALTER TABLE "ApiToken" ADD CONSTRAINT "ApiToken_parentId_fkey"
  FOREIGN KEY ("parentId") REFERENCES "ApiToken"("id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX "ApiToken_parentId_idx" ON "ApiToken"("parentId");
