-- AlterTable
ALTER TABLE "Identity" ADD COLUMN     "email" TEXT;

-- AlterTable
ALTER TABLE "User" ADD COLUMN     "linksByEmail" BOOLEAN NOT NULL DEFAULT false;

-- Whose address an owner named, as from now on: in the invitation, or for the first account.
UPDATE "User" SET "linksByEmail" = true
WHERE EXISTS (SELECT FROM "Invitation" WHERE "acceptedById" = "User"."id" AND lower("Invitation"."email") = "User"."email")
  OR EXISTS (SELECT FROM "AuditEvent" WHERE "kind" = 'owner-created' AND "AuditEvent"."userId" = "User"."id");
