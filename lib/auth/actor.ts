/** What a person may do: the owner also invites, removes and sees the members. */
export const roles = ["owner", "member"] as const;
export type Role = (typeof roles)[number];

/** Whoever makes a request, once proved by a session or by a personal token. */
export interface Actor {
  userId: string;
  role: Role;
  name: string;
  email: string;
  via: "session" | "token";
  /** The row of the session or of the token that proved it. */
  credentialId: string;
}

/** The role of a stored row; a value that is neither is a fault of ours and never grants anything. */
export function parseRole(stored: string): Role {
  const role = roles.find((known) => known === stored);
  if (!role) throw new Error(`Unknown role ${JSON.stringify(stored)}.`);
  return role;
}
