import { randomBytes } from "node:crypto";
import type { Database } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { hashPassword } from "./password-hash.server";
import { endSessions } from "./sessions.server";

/** 24 characters that can be copied and typed. */
const newPasswordBytes = 18;

/**
 * Gives a person who forgot theirs a new password, for whoever sits at the machine of the studio; all their sessions
 * end. It is nowhere but in what this returns.
 *
 * @throws StudioError not-found where nobody has this address
 */
export async function resetPassword(email: string, database: Database): Promise<string> {
  const password = randomBytes(newPasswordBytes).toString("base64url");
  const passwordHash = await hashPassword(password);
  await database.$transaction(async (transaction) => {
    const address = email.trim().toLowerCase();
    const user = await transaction.user.findUnique({ where: { email: address }, select: { id: true } });
    if (!user) throw new StudioError("not-found");
    await transaction.user.update({ where: { id: user.id }, data: { passwordHash } });
    await endSessions(user.id, {}, transaction);
  });
  return password;
}
