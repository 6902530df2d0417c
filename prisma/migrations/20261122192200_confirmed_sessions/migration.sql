-- When the password was last entered in a session: at its sign-in, for those that exist.
ALTER TABLE "Session" ADD COLUMN "confirmedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
UPDATE "Session" SET "confirmedAt" = "createdAt";
