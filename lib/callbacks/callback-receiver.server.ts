import { setTimeout } from "node:timers/promises";
import { applyPushedUpdates } from "@/lib/generations/work/pushed-updates.server";
import type { GenerationServices } from "@/lib/generations/record/services.server";
import { reportsEnd } from "@/lib/generations/record/pushed-update";
import { CallbackTally, trimCallbacks, type CallbackKind } from "./trim-callbacks.server";
import { writeCallbacks, type ReceivedCallback, type WrittenCallback } from "./write-callbacks.server";

/** How many callbacks one transaction takes: what waits while one is written is written together by the next. */
const maxBatch = 256;
/** How long more of them are waited for where they come faster than they are written; one that comes alone waits for none. */
const gatherMs = 4;

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
 * for one as for a hundred. Challenges have a line of their own: an update may have to wait for its generation, and the
 * service waits 3 seconds for a challenge (service.md Events 1).
 */
export function createCallbackReceiver(
  services: Pick<GenerationServices, "database" | "jobs" | "clock">,
): CallbackReceiver {
  const lines = { challenge: openLine(services, "challenge"), update: openLine(services, "update") };
  return { receive: (callback) => lines[callback.body.kind](callback) };
}

/** What batches of one kind are written with. */
interface Line {
  services: Parameters<typeof createCallbackReceiver>[0];
  kind: CallbackKind;
  tally: CallbackTally;
}

/** Writes what is handed to it batch by batch, one after the other. */
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

/** One that cannot be written must not cost the others: then each is written by itself. */
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

/** Whether each one's address is known; what came to those that are is durable when this returns. */
async function write({ services, kind, tally }: Line, callbacks: ReceivedCallback[]): Promise<boolean[]> {
  const now = new Date(services.clock.now());
  const { written, full } = await services.database.$transaction(async (transaction) => {
    const written = await writeCallbacks(transaction, callbacks, now);
    const full = tally.add(written.map(({ addressId }) => addressId));
    if (full.length > 0) await trimCallbacks(transaction, { addressIds: full, kind });
    for (const generationId of listConcerned(callbacks, written)) {
      await applyPushedUpdates(services, transaction, generationId);
    }
    return { written, full };
  });
  tally.clear(full);
  const known = new Set(written.map(({ index }) => index));
  return callbacks.map((_callback, index) => known.has(index));
}

/**
 * The generations that go on because of what came: a lost task is found by any update, and one that is known goes on as
 * before until an end is named. Each once, in the order in which they were locked.
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
