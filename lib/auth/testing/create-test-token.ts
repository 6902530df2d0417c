import type { Database } from "@/lib/db/database.server";
import { type TokenScope, tokenScopes } from "../actor";
import { createApiToken } from "../api-tokens.server";
import { startSession } from "../sessions.server";

/** Creates a token of a person as if they had done it in the browser, with every scope by default. */
export async function createTestToken(
  userId: string,
  database: Database,
  scopes: readonly TokenScope[] = tokenScopes,
): ReturnType<typeof createApiToken> {
  const credentialId = await startSession({ userId, userAgent: null, address: null }, database);
  const actor = { userId, via: "session", credentialId, scopes: tokenScopes } as const;
  const input = { name: "test", scopes: [...scopes], expiresInDays: 90 };
  const created = await createApiToken(actor, input, database);
  await database.session.delete({ where: { id: credentialId } });
  return created;
}
