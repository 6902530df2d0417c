import { setTimeout } from "node:timers/promises";
import { applyPushedUpdates } from "@/lib/generations/work/pushed-updates.server";
import type { GenerationServices } from "@/lib/generations/record/services.server";
import { reportsEnd } from "@/lib/generations/record/pushed-update";
import { CallbackTally, trimCallbacks, type CallbackKind } from "./trim-callbacks.server";
import { createOrderedId } from "@/lib/crypto/ordered-id";
import type { Prisma } from "@/lib/db/database.server";
import { recordSpan } from "@/lib/traces/trace.server";
import type { CallbackBody } from "./read-callback-body.server";

/** The most callbacks of one transaction; those that arrive during a write are written by the next one. */
const maxBatch = 256;
/** How long to collect more while they arrive faster than they are written. A single callback does not wait. */
const gatherMs = 4;

export interface CallbackReceiver {
  /**
   * Stores and applies a callback. Resolves when it is on disk.
   *
   * @returns false for an unknown address
   */
  receive(callback: ReceivedCallback): Promise<boolean>;
}

interface Waiting {
  callback: ReceivedCallback;
  resolve: (isKnown: boolean) => void;
  reject: (reason: unknown) => void;
}

/**
 * Receives callbacks, many per commit: each is acknowledged when it is durable, and a flush to disk costs the same for one
 * as for a hundred. Challenges are written separately: an update may wait for the lock of its generation, and the service
 * waits only 3 seconds for a challenge (service.md Events 1).
 */
export function createCallbackReceiver(
  services: Pick<GenerationServices, "database" | "jobs" | "clock">,
): CallbackReceiver {
  const lines = { challenge: openLine(services, "challenge"), update: openLine(services, "update") };
  return { receive: (callback) => lines[callback.body.kind](callback) };
}

/** Callbacks of one kind. */
interface Line {
  services: Parameters<typeof createCallbackReceiver>[0];
  kind: CallbackKind;
  tally: CallbackTally;
}

/** Writes callbacks of one kind in batches, one batch at a time. */
function openLine(services: Line["services"], kind: CallbackKind): CallbackReceiver["receive"] {
  const line: Line = { services, kind, tally: new CallbackTally() };
  const waiting: Waiting[] = [];
  let isWriting = false;

  async function writeAll(): Promise<void> {
    if (isWriting) return;
    isWriting = true;
    try {
      while (waiting.length > 0) {
        await writeOrSplit(line, waiting.splice(0, maxBatch));
        if (waiting.length > 0) await setTimeout(gatherMs);
      }
    } finally {
      isWriting = false;
    }
  }

  return (callback) =>
    new Promise((resolve, reject) => {
      waiting.push({ callback, resolve, reject });
      void writeAll();
    });
}

/** Writes a batch, or each callback separately if the batch fails, so that one cannot block the others. */
async function writeOrSplit(line: Line, batch: Waiting[]): Promise<void> {
  try {
    const known = await write(
      line,
      batch.map(({ callback }) => callback),
    );
    batch.forEach(({ resolve }, index) => resolve(known[index] ?? false));
  } catch (error) {
    const [first] = batch;
    if (batch.length === 1 && first) return first.reject(error);
    for (const each of batch) await writeOrSplit(line, [each]);
  }
}

/** Whether the address of each is known. Those that are known are durable when this resolves. */
async function write({ services, kind, tally }: Line, callbacks: ReceivedCallback[]): Promise<boolean[]> {
  const now = new Date(services.clock.now());
  const { written, full, applied } = await services.database.$transaction(async (transaction) => {
    const written = await writeCallbacks(transaction, callbacks, now);
    const full = tally.add(written.map(({ addressId }) => addressId));
    if (full.length > 0) await trimCallbacks(transaction, { addressIds: full, kind });
    const applied: string[] = [];
    for (const generationId of listConcerned(callbacks, written)) {
      if (await applyPushedUpdates(services, transaction, generationId)) applied.push(generationId);
    }
    return { written, full, applied };
  });
  for (const generationId of applied)
    recordSpan("callback", { of: { generationId }, kind: "server", fromMs: now.getTime() });
  tally.clear(full);
  const known = new Set(written.map(({ index }) => index));
  return callbacks.map((_callback, index) => known.has(index));
}

/**
 * The generations to which the callbacks apply: any update finds the task of a lost create call, but only a reported end
 * concerns a known task. Each once, in the order of their locks.
 */
function listConcerned(
  callbacks: readonly ReceivedCallback[],
  written: readonly WrittenCallback[],
): string[] {
  const concerned = new Set<string>();
  for (const { index, generationId, state } of written) {
    const body = callbacks[index]?.body;
    if (generationId === null || state === null || body?.kind !== "update") continue;
    if (state === "unknown" || reportsEnd(body.facts)) concerned.add(generationId);
  }
  return [...concerned].sort();
}

/** A received callback. */
interface ReceivedCallback {
  tokenHash: string;
  body: CallbackBody;
}

/** A stored callback, whose address is known. */
interface WrittenCallback {
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
async function writeCallbacks(
  transaction: Prisma.TransactionClient,
  callbacks: readonly ReceivedCallback[],
  now: Date,
): Promise<WrittenCallback[]> {
  const ids = callbacks.map(() => createOrderedId(now.getTime()));
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
