import type { Database } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { findDefaultConnection, getConnection } from "./get-connection.server";
import type { ResolvedConnection } from "./resolved-connection";

/** A key of the service as the studio tells keys apart, and whose it is. */
export interface ConnectionScope extends Pick<ResolvedConnection, "profile" | "scope" | "sandbox"> {
  /** People who entered this key; empty for the default connection. */
  people: string[];
}

/** A studio has few connections of its own; a page needs not show more. */
const mostConnections = 200;

/** The keys that are in use, without those that can't be read any more. */
export async function listScopes(database: Database): Promise<ConnectionScope[]> {
  const owners = await database.connection.findMany({
    select: { userId: true, user: { select: { name: true } } },
    orderBy: { createdAt: "asc" },
    take: mostConnections,
  });
  const scopes = new Map<string, ConnectionScope>();
  const add = ({ profile, scope, sandbox }: ResolvedConnection, name?: string) => {
    const known = scopes.get(scope) ?? { profile, scope, sandbox, people: [] };
    if (name !== undefined) known.people.push(name);
    scopes.set(scope, known);
  };
  const fallback = findDefaultConnection();
  if (fallback) add(fallback);
  for (const { userId, user } of owners) {
    try {
      add(await getConnection(userId, database), user.name);
    } catch (error) {
      // It has no key, or one of another instance secret: nothing is sent with it.
      if (!(error instanceof StudioError)) throw error;
    }
  }
  return [...scopes.values()];
}
