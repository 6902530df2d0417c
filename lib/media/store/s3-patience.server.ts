import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { Readable } from "node:stream";

/** A store that doesn't move for so long counts as away, so that people learn it within 5 s. */
export const storePatienceMs = 4_500;
/** How long it may take to make an upload durable beyond that, by size, and at most. */
const bytesPerMs = 1_000;
const longestCommitMs = 60_000;

/** Each reader that pauses keeps a socket, and there are as many as people who listen. */
const maxReads = 1_024;
/** Uploads have their own, so that readers can't hold them up. */
const maxUploads = 64;

export interface StoreNetwork {
  /** Options of the SDK's handler, for reads and small requests, and for uploads. */
  reads: HandlerOptions;
  uploads: HandlerOptions;
  /** Sends a request whose response must begin in time. */
  request<Answer>(send: (signal: AbortSignal) => Promise<Answer>): Promise<Answer>;
  /** Sends a request whose body must move on. `readBytes` tells how much of it was taken. */
  upload<Answer>(
    send: (signal: AbortSignal) => Promise<Answer>,
    body: { bytes: number; readBytes(): number },
  ): Promise<Answer>;
  /** The same bytes. Fails when the reader waits for more in vain; a reader that pauses may do so. */
  watchBody(body: Readable): Readable;
}

interface HandlerOptions {
  connectionTimeout: number;
  httpAgent: HttpAgent;
  httpsAgent: HttpsAgent;
}

/** The store didn't answer, or stopped in the middle. */
export class StoreTimeoutError extends Error {
  constructor(patienceMs: number) {
    super(`The store did not answer for ${patienceMs / 1000} s`);
    this.name = "StoreTimeoutError";
  }
}

/** Parts of the patience, see `waitForTurns`. */
const turns = 20;

/**
 * Calls back after a time, of which each part is a turn of the event loop: while this process is too busy to read what the
 * store has long sent, the store isn't late.
 *
 * @returns a function that ends the wait
 */
function waitForTurns(ms: number, onEnd: () => void): () => void {
  let left = turns;
  const timer = setInterval(() => {
    left -= 1;
    if (left > 0) return;
    clearInterval(timer);
    onEnd();
  }, ms / turns);
  return () => clearInterval(timer);
}

/** Sockets and timeouts of a store in S3. */
export function createStoreNetwork(patienceMs = storePatienceMs): StoreNetwork {
  const options = (maxSockets: number): HandlerOptions => ({
    connectionTimeout: patienceMs,
    httpAgent: new HttpAgent({ keepAlive: true, maxSockets }),
    httpsAgent: new HttpsAgent({ keepAlive: true, maxSockets }),
  });
  const reads = options(maxReads);
  const uploads = options(maxUploads);

  /** Those that are idle may be as dead as the one that didn't answer. The next requests open new ones. */
  function dropIdleSockets(): void {
    for (const { httpAgent, httpsAgent } of [reads, uploads]) {
      for (const agent of [httpAgent, httpsAgent]) {
        for (const sockets of Object.values(agent.freeSockets))
          sockets?.forEach((socket) => socket.destroy());
      }
    }
  }

  function giveUp(controller: AbortController): void {
    controller.abort(new StoreTimeoutError(patienceMs));
    dropIdleSockets();
  }

  async function until<Answer>(
    send: (signal: AbortSignal) => Promise<Answer>,
    watch: (giveUp: () => void) => () => void,
  ): Promise<Answer> {
    const controller = new AbortController();
    const end = watch(() => giveUp(controller));
    try {
      return await send(controller.signal);
    } catch (error) {
      throw controller.signal.aborted ? controller.signal.reason : error;
    } finally {
      end();
    }
  }

  return {
    reads,
    uploads,
    request: (send) => until(send, (stop) => waitForTurns(patienceMs, stop)),
    upload: (send, { bytes, readBytes }) =>
      until(send, (stop) => {
        let known = 0;
        let stillMs = 0;
        const turnMs = patienceMs / turns;
        const timer = setInterval(() => {
          const read = readBytes();
          stillMs = read === known ? stillMs + turnMs : 0;
          known = read;
          const commitMs = read < bytes ? 0 : Math.min(longestCommitMs, bytes / bytesPerMs);
          if (stillMs >= patienceMs + commitMs) stop();
        }, turnMs);
        return () => clearInterval(timer);
      }),
    watchBody: (body) => Readable.from(readInTime(body, patienceMs, dropIdleSockets), { objectMode: false }),
  };
}

async function* readInTime(
  body: Readable,
  patienceMs: number,
  onTimeout: () => void,
): AsyncGenerator<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  try {
    for (;;) {
      // Runs only while the reader waits.
      const end = waitForTurns(patienceMs, () => {
        body.destroy(new StoreTimeoutError(patienceMs));
        onTimeout();
      });
      const step = await chunks.next().finally(end);
      if (step.done) return;
      yield step.value;
    }
  } finally {
    body.destroy();
  }
}
