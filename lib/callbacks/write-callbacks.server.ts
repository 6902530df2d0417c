import { randomUUIDv7 } from "node:crypto";
import type { Prisma } from "@/lib/db/database.server";
import type { CallbackBody } from "./read-callback-body.server";

/** A received callback. */
export interface ReceivedCallback {
  tokenHash: string;
  body: CallbackBody;
}

/** A stored callback, whose address is known. */
export interface WrittenCallback {
  /** Its index in the batch. */
  index: number;
  addressId: string;
  generationId: string | null;
  /** The state of its generation, for an update that can still apply. */
  state: "running" | "unknown" | null;
}

/**
 * Stores the callbacks of known addresses in one statement, since the round trip to the database is most of the cost. The
 * generations to which they may apply are locked first, always in the same order, so that a process that settles one at
 * the same time either comes first and is seen here, or sees what was stored here.
 *
 * @returns those with a known address
 */
export async function writeCallbacks(
  transaction: Prisma.TransactionClient,
  callbacks: readonly ReceivedCallback[],
  now: Date,
): Promise<WrittenCallback[]> {
  // Sorted, since IDs of the same millisecond are not.
  const ids = callbacks.map(() => randomUUIDv7()).sort();
  const tokenHashes = callbacks.map(({ tokenHash }) => tokenHash);
  const kinds = callbacks.map(({ body }) => body.kind);
  const facts = callbacks.map(({ body }) =>
    JSON.stringify(body.kind === "update" ? body.facts : { bytes: body.bytes }),
  );
  return transaction.$queryRaw<WrittenCallback[]>`
    WITH "arrived" AS (
      SELECT * FROM unnest(${ids}::uuid[], ${tokenHashes}::text[], ${kinds}::text[], ${facts}::text[])
        WITH ORDINALITY AS "arrived"("eventId", "tokenHash", "kind", "facts", "position")
    ), "known" AS (
      SELECT "arrived".*, "address"."id" AS "addressId", "address"."generationId"
      FROM "arrived" JOIN "CallbackAddress" "address" ON "address"."tokenHash" = "arrived"."tokenHash"
      WHERE "address"."expiresAt" IS NULL OR "address"."expiresAt" > ${now}
    ), "written" AS (
      INSERT INTO "CallbackEvent" ("id", "addressId", "kind", "facts")
      SELECT "eventId", "addressId", "kind", "facts"::jsonb FROM "known"
    ), "held" AS (
      SELECT "id", "state" FROM "Generation"
      WHERE "id" IN (SELECT "generationId" FROM "known" WHERE "kind" = 'update')
        AND "state" IN ('running', 'unknown')
      ORDER BY "id" FOR UPDATE
    )
    SELECT ("known"."position" - 1)::int AS "index", "known"."addressId", "known"."generationId", "held"."state"
    FROM "known" LEFT JOIN "held" ON "held"."id" = "known"."generationId" AND "known"."kind" = 'update'`;
}
