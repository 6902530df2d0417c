import { type AuditAuthor, recordAudit } from "@/lib/audit/record-audit.server";
import { createToken, hashToken } from "@/lib/crypto/tokens.server";
import { type Database, type Queryable, getDatabase } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import type { AcceptInvitationInput, InviteInput } from "./account-input";
import { type Role, parseRole } from "./actor";
import { lockPerson } from "./lock-person.server";
import { createUser } from "./members.server";
import { checkNewPassword } from "./password-strength.server";
import { hashPassword } from "./passwords.server";

const invitationDays = 7;

interface InvitationSummary {
  id: string;
  email: string | null;
  role: Role;
  createdAt: Date;
  expiresAt: Date;
}

/**
 * Creates a one-time link that is valid for seven days, or until its author's access is removed. The token is returned
 * once; only its hash is stored.
 *
 * @throws StudioError auth.required (the author's access was removed meanwhile)
 */
export async function createInvitation(
  author: AuditAuthor,
  { email, role }: InviteInput,
  database: Database = getDatabase(),
): Promise<{ token: string; invitation: InvitationSummary }> {
  const token = createToken("join_");
  const expiresAt = new Date(Date.now() + invitationDays * 86_400_000);
  const invitation = await database.$transaction(async (transaction) => {
    const person = await lockPerson(author.userId, transaction);
    if (!person || person.disabledAt) throw new StudioError("auth.required");
    await recordAudit(transaction, {
      kind: "invitation-created",
      author,
      subject: email ?? null,
      facts: { role },
    });
    return transaction.invitation.create({
      data: {
        tokenHash: hashToken(token),
        email: email ?? null,
        role,
        createdById: author.userId,
        expiresAt,
      },
    });
  });
  return { token, invitation: toSummary(invitation) };
}

function whereOpen() {
  return { acceptedAt: null, revokedAt: null, expiresAt: { gt: new Date() } };
}

function toSummary(row: Omit<InvitationSummary, "role"> & { role: string }): InvitationSummary {
  const { id, email, role, createdAt, expiresAt } = row;
  return { id, email, role: parseRole(role), createdAt, expiresAt };
}

export async function listOpenInvitations(database: Queryable = getDatabase()): Promise<InvitationSummary[]> {
  const rows = await database.invitation.findMany({ where: whereOpen(), orderBy: { id: "desc" } });
  return rows.map(toSummary);
}

/** The open invitation of a link; null where it was used, has expired, was revoked or doesn't exist. */
export async function findOpenInvitation(
  token: string,
  database: Queryable = getDatabase(),
): Promise<InvitationSummary | null> {
  const row = await database.invitation.findFirst({ where: { tokenHash: hashToken(token), ...whereOpen() } });
  return row && toSummary(row);
}

/** Revokes an open invitation; false where there is none with this ID. */
export async function revokeInvitation(
  author: AuditAuthor,
  invitationId: string,
  database: Database = getDatabase(),
): Promise<boolean> {
  return database.$transaction(async (transaction) => {
    const [revoked] = await transaction.invitation.updateManyAndReturn({
      where: { id: invitationId, ...whereOpen() },
      data: { revokedAt: new Date() },
      select: { email: true },
    });
    if (revoked)
      await recordAudit(transaction, { kind: "invitation-revoked", author, subject: revoked.email });
    return revoked !== undefined;
  });
}

/**
 * Creates an account from an invitation, once. Returns the new person's ID.
 *
 * @throws StudioError auth.link-invalid, auth.email-taken, input.invalid (the link is for another address, or the
 * password is easy to guess)
 */
export async function acceptInvitation(
  token: string,
  input: AcceptInvitationInput,
  database: Database = getDatabase(),
): Promise<string> {
  const open = await findOpenInvitation(token, database);
  if (!open) throw new StudioError("auth.link-invalid");
  if (open.email && open.email !== input.email) {
    throw new StudioError("input.invalid", {
      fields: [{ path: "email", key: "account.email.not-invited" }],
    });
  }
  await checkNewPassword(input.password, input, "password");
  const passwordHash = await hashPassword(input.password);
  return database.$transaction(async (transaction) => {
    // Claimed first, so that a concurrent use of the link waits here and then finds it used.
    const { count } = await transaction.invitation.updateMany({
      where: { id: open.id, ...whereOpen() },
      data: { acceptedAt: new Date() },
    });
    if (count === 0) throw new StudioError("auth.link-invalid");
    const { name, email } = input;
    const userId = await createUser(
      { name, email, role: open.role, passwordHash, linksByEmail: open.email !== null },
      transaction,
    );
    await transaction.invitation.update({ where: { id: open.id }, data: { acceptedById: userId } });
    const facts = { role: open.role };
    await recordAudit(transaction, { kind: "member-joined", author: { userId }, subject: email, facts });
    return userId;
  });
}
