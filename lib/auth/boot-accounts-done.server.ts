import pg from "pg";
import { hashToken } from "@/lib/crypto/tokens.server";
import { environmentTokenName } from "./api-token";

/**
 * Whether `ensureBootAccounts` and `ensureSetupToken` would change nothing, asked without the database client, which takes
 * longer to load than the question.
 *
 * @param url of a migrated database
 * @param token STUDIO_API_TOKEN
 */
export async function areBootAccountsDone(url: string, token: string | undefined): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ done: boolean }>(
      `SELECT EXISTS (SELECT FROM "User")
         AND ($2::text IS NULL OR EXISTS (SELECT FROM "ApiToken" WHERE "tokenHash" = $2))
         AND NOT EXISTS (
           SELECT FROM "ApiToken" WHERE "name" = $1 AND "revokedAt" IS NULL AND "tokenHash" IS DISTINCT FROM $2
         ) AS "done"`,
      [environmentTokenName, token ? hashToken(token) : null],
    );
    return rows[0]?.done === true;
  } finally {
    await client.end();
  }
}
