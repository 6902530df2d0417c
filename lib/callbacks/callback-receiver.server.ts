import type { Database, Prisma } from "@/lib/db/database.server";
import { applyPushedUpdates } from "@/lib/generations/pushed-updates.server";
import type { GenerationServices } from "@/lib/generations/services.server";
import { isTerminal } from "./callback-event";
import type { CallbackBody } from "./read-callback-body.server";

/** How many callbacks one transaction takes: what waits while one is written is written together by the next. */
const maxBatch = 256;

/** What came to one address. */
export interface ReceivedCallback {
  tokenHash: string;
  body: CallbackBody;
}

export interface CallbackReceiver {
  /**
   * Writes a callback down and takes it in. Resolves when it is on disk.
   *
   * @returns false where nobody knows the address
   */
  receive(callback: ReceivedCallback): Promise<boolean>;
}

interface Waiting {
  callback: ReceivedCallback;
  resolve: (isKnown: boolean) => void;
  reject: (reason: unknown) => void;
}

/**
 * Takes callbacks in, many with one commit: each is answered when it is durable, and a flush to the disk costs the same
 * for one as for a hundred.
 */
export function createCallbackReceiver(
  services: Pick<GenerationServices, "database" | "jobs" | "clock">,
): CallbackReceiver {
  const waiting: Waiting[] = [];
  let isWriting = false;

  async function writeAll(): Promise<void> {
    if (isWriting) return;
    isWriting = true;
    try {
      while (waiting.length > 0) await writeOrSplit(services, waiting.splice(0, maxBatch));
    } finally {
      isWriting = false;
    }
  }

  return {
    receive: (callback) =>
      new Promise((resolve, reject) => {
        waiting.push({ callback, resolve, reject });
        void writeAll();
      }),
  };
}

/** One that cannot be written must not cost the others: then each is written by itself. */
async function writeOrSplit(
  services: Parameters<typeof createCallbackReceiver>[0],
  batch: Waiting[],
): Promise<void> {
  try {
    const known = await write(
      services,
      batch.map(({ callback }) => callback),
    );
    batch.forEach(({ resolve }, index) => resolve(known[index] ?? false));
  } catch (error) {
    const [first] = batch;
    if (batch.length === 1 && first) return first.reject(error);
    for (const each of batch) await writeOrSplit(services, [each]);
  }
}

/** Whether each one's address is known; what came to those that are is durable when this returns. */
async function write(
  services: Parameters<typeof createCallbackReceiver>[0],
  callbacks: ReceivedCallback[],
): Promise<boolean[]> {
  const addresses = await findAddresses(services.database, callbacks, new Date(services.clock.now()));
  const arrived = callbacks.flatMap(({ tokenHash, body }) => {
    const address = addresses.get(tokenHash);
    return address ? [{ address, body }] : [];
  });
  if (arrived.length > 0)
    await services.database.$transaction((transaction) => store(services, transaction, arrived));
  return callbacks.map(({ tokenHash }) => addresses.has(tokenHash));
}

interface Address {
  id: string;
  generationId: string | null;
}

async function findAddresses(
  database: Database,
  callbacks: readonly ReceivedCallback[],
  now: Date,
): Promise<Map<string, Address>> {
  const rows = await database.callbackAddress.findMany({
    where: {
      tokenHash: { in: [...new Set(callbacks.map(({ tokenHash }) => tokenHash))] },
      OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
    },
    select: { id: true, tokenHash: true, generationId: true },
  });
  return new Map(rows.map((row) => [row.tokenHash, row]));
}

async function store(
  services: Parameters<typeof createCallbackReceiver>[0],
  transaction: Prisma.TransactionClient,
  arrived: { address: Address; body: CallbackBody }[],
): Promise<void> {
  await transaction.callbackEvent.createMany({
    data: arrived.map(({ address, body }) => ({
      addressId: address.id,
      kind: body.kind,
      facts: body.kind === "update" ? body.facts : { bytes: body.bytes },
    })),
  });
  for (const generationId of await lockConcerned(transaction, arrived)) {
    await applyPushedUpdates(services, transaction, generationId);
  }
}

/**
 * The generations that go on when they hear of it. Their rows are held, in one order, from before they are looked at:
 * whoever settles one at the same moment comes before and is seen, or after and sees what was written here.
 */
async function lockConcerned(
  transaction: Prisma.TransactionClient,
  arrived: readonly { address: Address; body: CallbackBody }[],
): Promise<string[]> {
  const told = new Set<string>();
  const toldAnEnd = new Set<string>();
  for (const { address, body } of arrived) {
    if (body.kind !== "update" || address.generationId === null) continue;
    told.add(address.generationId);
    if (isTerminal(body.facts)) toldAnEnd.add(address.generationId);
  }
  if (told.size === 0) return [];
  const rows = await transaction.$queryRaw<{ id: string; state: string }[]>`
    SELECT "id", "state" FROM "Generation"
    WHERE "id" = ANY(${[...told]}::uuid[]) AND "state" IN ('running', 'unknown')
    ORDER BY "id" FOR UPDATE`;
  // A lost task is found by any update; one that is known goes on as before until an end is named.
  return rows.filter(({ id, state }) => state === "unknown" || toldAnEnd.has(id)).map(({ id }) => id);
}
