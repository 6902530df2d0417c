import type { Database } from "@/lib/db/database.server";
import { type TokenScope, tokenScopes } from "../actor";
import { createApiToken } from "../api-tokens.server";

/** Creates a token of a person as if they had done it in the browser, with every scope by default. */
export function createTestToken(
  userId: string,
  database: Database,
  scopes: readonly TokenScope[] = tokenScopes,
): ReturnType<typeof createApiToken> {
  const actor = { userId, via: "session", credentialId: "", scopes: tokenScopes } as const;
  return createApiToken(actor, { name: "test", scopes: [...scopes], expiresInDays: 90 }, database);
}
