import type { Queryable } from "@/lib/db/database.server";
import type { AuditKind } from "./audit-kinds";

/** Who did something. An `Actor` is one. */
export interface AuditAuthor {
  userId: string;
  via?: "session" | "token";
  credentialId?: string;
}

interface AuditEntry {
  kind: AuditKind;
  /** Null if nobody was signed in. */
  author: AuditAuthor | null;
  /** The network address of the caller, where it is known. */
  address?: string | null;
  /** What it was done to, as people know it. Never something that was typed and may be a password. */
  subject?: string | null;
  /** Further facts; never a secret. */
  facts?: Record<string, string | number | boolean | string[] | null>;
}

/** Adds an event to the audit log. Pass the transaction of what it tells, so that neither exists without the other. */
export async function recordAudit(database: Queryable, entry: AuditEntry): Promise<void> {
  const { kind, author, address, subject, facts } = entry;
  await database.auditEvent.create({
    data: {
      kind,
      userId: author?.userId ?? null,
      via: author?.via ?? null,
      credentialId: author?.credentialId || null,
      address: address?.slice(0, 100) ?? null,
      subject: subject?.slice(0, 254) ?? null,
      ...(facts ? { facts } : {}),
    },
  });
}
