import { randomBytes } from "node:crypto";
import { hashToken } from "@/lib/crypto/tokens.server";
import type { Queryable } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";

/** How long people have to touch their device. */
export const challengeSeconds = 5 * 60;

/** Who may use a challenge: the browser with a cookie that signs in, or the session that adds a passkey. */
export type ChallengeHolder = { cookie: string } | { sessionId: string };

/** Issues a challenge to its holder, replacing an earlier one. In base64url. */
export async function issueChallenge(holder: ChallengeHolder, database: Queryable): Promise<string> {
  const challenge = randomBytes(32).toString("base64url");
  await database.$executeRaw`DELETE FROM "PasskeyChallenge" WHERE "expiresAt" < now()`;
  await database.$executeRaw`
    INSERT INTO "PasskeyChallenge" ("holderHash", "challenge", "expiresAt")
    VALUES (${hashHolder(holder)}, ${challenge}, now() + make_interval(secs => ${challengeSeconds}))
    ON CONFLICT ("holderHash") DO UPDATE SET "challenge" = excluded."challenge", "expiresAt" = excluded."expiresAt"`;
  return challenge;
}

/**
 * Uses up the challenge of its holder. Of attempts at the same moment, one gets it.
 *
 * @throws StudioError auth.passkey-expired where there is none: it has expired, was used, or was issued to another browser
 */
export async function takeChallenge(holder: ChallengeHolder, database: Queryable): Promise<string> {
  const [taken] = await database.$queryRaw<{ challenge: string; isValid: boolean }[]>`
    DELETE FROM "PasskeyChallenge" WHERE "holderHash" = ${hashHolder(holder)}
    RETURNING "challenge", "expiresAt" > now() AS "isValid"`;
  if (!taken?.isValid) throw new StudioError("auth.passkey-expired");
  return taken.challenge;
}

function hashHolder(holder: ChallengeHolder): string {
  return hashToken("cookie" in holder ? `sign-in ${holder.cookie}` : `session ${holder.sessionId}`);
}
