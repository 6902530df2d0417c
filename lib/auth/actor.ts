/** An owner can also see, invite and remove members. */
export const roles = ["owner", "member"] as const;
export type Role = (typeof roles)[number];

/**
 * What an API token may do: `read` reads everything of its person; `make` creates, changes and deletes generations and
 * files, which may be billed; `manage` changes the connection, callbacks and tokens.
 */
export const tokenScopes = ["read", "make", "manage"] as const;
export type TokenScope = (typeof tokenScopes)[number];

/** The author of a request, authenticated by a session or an API token. */
export interface Actor {
  userId: string;
  role: Role;
  name: string;
  email: string;
  via: "session" | "token";
  /** ID of the session or token. */
  credentialId: string;
  /** What this credential may do; a session may do everything. */
  scopes: readonly TokenScope[];
  /** Set for a session whose person must set up a second factor before anything else. */
  mustSetUpSecondFactor?: true;
}

/** Parses a stored role. An unknown value throws, so it never grants anything. */
export function parseRole(stored: string): Role {
  const role = roles.find((known) => known === stored);
  if (!role) throw new Error(`Unknown role ${JSON.stringify(stored)}.`);
  return role;
}

/** Parses stored scopes. An unknown value throws, so it never grants anything. */
export function parseScopes(stored: readonly string[]): TokenScope[] {
  return stored.map((each) => {
    const scope = tokenScopes.find((known) => known === each);
    if (!scope) throw new Error(`Unknown scope ${JSON.stringify(each)}.`);
    return scope;
  });
}
