import { z } from "zod";
import { type Queryable, getDatabase } from "@/lib/db/database.server";
import type { AuditPage, AuditQuery } from "./audit-dto";
import { auditKinds } from "./audit-kinds";

const storedSchema = z.object({
  kind: z.enum(auditKinds),
  via: z.enum(["session", "token"]).nullable(),
  facts: z.record(z.string(), z.unknown()).nullable(),
});

/** A page of the audit log, newest first. IDs begin with the time, so a page continues where the last one ended. */
export async function listAuditEvents(
  { cursor, limit }: AuditQuery,
  database: Queryable = getDatabase(),
): Promise<AuditPage> {
  const rows = await database.auditEvent.findMany({
    ...(cursor ? { where: { id: { lt: cursor } } } : {}),
    orderBy: { id: "desc" },
    take: limit + 1,
  });
  const shown = rows.slice(0, limit);
  const people = await database.user.findMany({
    where: { id: { in: shown.flatMap(({ userId }) => userId ?? []) } },
    select: { id: true, name: true, email: true },
  });
  const personById = new Map(people.map((person) => [person.id, person]));
  return {
    events: shown.map(({ id, at, userId, credentialId, address, subject, ...row }) => ({
      id,
      at: at.toISOString(),
      ...storedSchema.parse({ kind: row.kind, via: row.via, facts: row.facts }),
      person: (userId && personById.get(userId)) || null,
      credentialId,
      address,
      subject,
    })),
    nextCursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
  };
}
