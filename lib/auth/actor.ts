/** An owner can also see, invite and remove members. */
export const roles = ["owner", "member"] as const;
export type Role = (typeof roles)[number];

/** The author of a request, authenticated by a session or an API token. */
export interface Actor {
  userId: string;
  role: Role;
  name: string;
  email: string;
  via: "session" | "token";
  /** ID of the session or token. */
  credentialId: string;
}

/** Parses a stored role. An unknown value throws, so it never grants anything. */
export function parseRole(stored: string): Role {
  const role = roles.find((known) => known === stored);
  if (!role) throw new Error(`Unknown role ${JSON.stringify(stored)}.`);
  return role;
}
