import type { Prisma } from "@/lib/db/database.server";
import type { CallbackBody } from "./read-callback-body.server";

export type CallbackKind = CallbackBody["kind"];

/** How many of the newest of an address stay. A task has a handful of states, and its address is checked once. */
export const keptCallbacks: Readonly<Record<CallbackKind, number>> = { update: 200, challenge: 20 };
/** How many different ends that an address was told of stay beside those, the first of each. */
const keptEnds = 20;
/** So many more are written to an address before it is trimmed again. */
export const trimMargin = 50;

/**
 * Drops what came to these addresses before the newest of its kind. The first update of each end that was told stays
 * however much comes after it: by one of them the state was settled, and a replay takes it in again.
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

/** How many addresses are counted at once; that of a video which is done is heard of no more, and makes room. */
const maxCounted = 10_000;

/**
 * Counts what is written to each address since it was trimmed, so that only those are looked at that got much: counting
 * in the database would cost every update something.
 */
export class CallbackTally {
  readonly #counts = new Map<string, number>();

  /** Counts these, and tells which addresses have got the margin by now. */
  add(addressIds: readonly string[]): string[] {
    for (const id of addressIds) {
      const count = (this.#counts.get(id) ?? 0) + 1;
      // The one that was heard of last stands last.
      this.#counts.delete(id);
      this.#counts.set(id, count);
    }
    for (const id of this.#counts.keys()) {
      if (this.#counts.size <= maxCounted) break;
      this.#counts.delete(id);
    }
    return [...new Set(addressIds)].filter((id) => (this.#counts.get(id) ?? 0) >= trimMargin);
  }

  /** These were trimmed. */
  clear(addressIds: readonly string[]): void {
    for (const id of addressIds) this.#counts.delete(id);
  }
}
