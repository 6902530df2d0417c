import { randomUUIDv7 } from "node:crypto";
import type { Prisma } from "@/lib/db/database.server";
import type { CallbackBody } from "./read-callback-body.server";

/** What came to one address. */
export interface ReceivedCallback {
  tokenHash: string;
  body: CallbackBody;
}

/** One that was written down: its address is known. */
export interface WrittenCallback {
  /** Its place among those that were handed over, from 0. */
  index: number;
  addressId: string;
  generationId: string | null;
  /** Of its generation, where it is told of an update and can still go on by one. */
  state: "running" | "unknown" | null;
}

/**
 * Writes down what came to known addresses, all with one statement: what it costs is mostly the way to the database and
 * back. The generations that an update can bring on are held, in one order, from before they are looked at: whoever
 * settles one at the same moment comes before and is seen, or after and sees what was written here.
 *
 * @returns those whose address is known
 */
export async function writeCallbacks(
  transaction: Prisma.TransactionClient,
  callbacks: readonly ReceivedCallback[],
  now: Date,
): Promise<WrittenCallback[]> {
  // In their order: ids of one millisecond have none of their own.
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
