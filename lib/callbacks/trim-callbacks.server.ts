import type { Prisma } from "@/lib/db/database.server";
import type { CallbackBody } from "./read-callback-body.server";

export type CallbackKind = CallbackBody["kind"];

/** How many of the newest callbacks per address are kept. A task has a handful of states, and one challenge. */
export const keptCallbacks: Readonly<Record<CallbackKind, number>> = { update: 200, challenge: 20 };
/** How many different reported ends are kept as well, the first of each. */
const keptEnds = 20;
/** How many more are written before an address is trimmed again. */
export const trimMargin = 50;

/**
 * Deletes all but the newest callbacks of these addresses. The first update of each reported end is always kept: it may
 * have settled the generation, and can be replayed.
 */
export async function trimCallbacks(
  transaction: Prisma.TransactionClient,
  { addressIds, kind }: { addressIds: readonly string[]; kind: CallbackKind },
): Promise<void> {
  await transaction.$executeRaw`
    DELETE FROM "CallbackEvent"
    WHERE "addressId" = ANY(${addressIds}::uuid[]) AND "kind" = ${kind} AND "id" NOT IN (
      SELECT "kept"."id" FROM unnest(${addressIds}::uuid[]) AS "address"("id"), LATERAL (
        (SELECT "id" FROM "CallbackEvent" WHERE "addressId" = "address"."id" AND "kind" = ${kind}
          ORDER BY "id" DESC LIMIT ${keptCallbacks[kind]})
        UNION ALL
        (SELECT "id" FROM (
            SELECT DISTINCT ON ("facts") "id" FROM "CallbackEvent"
            WHERE "addressId" = "address"."id" AND "kind" = 'update' AND "facts"->>'state' IN ('success', 'failed')
            ORDER BY "facts", "id"
          ) AS "ends" ORDER BY "id" LIMIT ${keptEnds})
      ) AS "kept"
    )`;
}

/** How many addresses are counted; those of finished videos receive nothing more and make room. */
const maxCounted = 10_000;

/**
 * Counts the callbacks of each address since it was last trimmed, so that only busy addresses are trimmed. In memory,
 * since counting in the database would slow every update.
 */
export class CallbackTally {
  readonly #counts = new Map<string, number>();

  /** Counts these and returns the addresses that have reached the margin. */
  add(addressIds: readonly string[]): string[] {
    for (const id of addressIds) {
      const count = (this.#counts.get(id) ?? 0) + 1;
      // Reinserted, so that the map stays in the order of use.
      this.#counts.delete(id);
      this.#counts.set(id, count);
    }
    for (const id of this.#counts.keys()) {
      if (this.#counts.size <= maxCounted) break;
      this.#counts.delete(id);
    }
    return [...new Set(addressIds)].filter((id) => (this.#counts.get(id) ?? 0) >= trimMargin);
  }

  /** Resets the counts of trimmed addresses. */
  clear(addressIds: readonly string[]): void {
    for (const id of addressIds) this.#counts.delete(id);
  }
}
