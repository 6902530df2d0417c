import { getLogger } from "@/lib/errors/logger.server";
import { StudioError } from "@/lib/errors/studio-error";
import { type Exported, exportAccount } from "./export-account.server";

/** A download that takes nothing for so long is given up: it holds files, and its person's only place. */
const defaultStallMs = 5 * 60_000;

// One per process, although Next bundles routes separately. A studio has one web process.
const globalForExports = globalThis as { reverieExports?: Set<string> };
const getRunning = (): Set<string> => (globalForExports.reverieExports ??= new Set());

/** @throws StudioError export.running, because one person exports one archive at a time */
export function requireNoExport(email: string): void {
  if (getRunning().has(email)) throw new StudioError("export.running");
}

/**
 * Exports an account as a stream, at the pace of its reader. It ends when the reader goes away.
 *
 * @throws StudioError export.running
 */
export async function openExport(
  exported: Exported,
  { stallMs = defaultStallMs }: { stallMs?: number } = {},
): Promise<ReadableStream<Uint8Array>> {
  const free = takePlace(exported.email);
  return new Promise((resolve, reject) => {
    exportAccount(exported, (bytes) => {
      const { promise, resolve: finish } = Promise.withResolvers<void>();
      const end = () => {
        free();
        finish();
      };
      resolve(toStream(bytes, { stallMs, end }));
      return promise;
    })
      .catch((error: unknown) => {
        getLogger().error({ err: error }, "An export failed");
        reject(error);
      })
      .finally(free);
  });
}

/** @returns gives the place back; safe to call twice */
function takePlace(email: string): () => void {
  requireNoExport(email);
  const running = getRunning();
  running.add(email);
  let isHeld = true;
  return () => {
    if (isHeld) running.delete(email);
    isHeld = false;
  };
}

/** @param end called once the bytes are read, have failed, or are not wanted any more */
function toStream(
  bytes: AsyncIterable<Uint8Array>,
  { stallMs, end }: { stallMs: number; end: () => void },
): ReadableStream<Uint8Array> {
  const iterator = bytes[Symbol.asyncIterator]();
  let stall: NodeJS.Timeout | undefined;
  let isStopped = false;
  async function stop(): Promise<void> {
    isStopped = true;
    clearTimeout(stall);
    try {
      await iterator.return?.();
    } catch (error) {
      getLogger().error({ err: error }, "An export that nobody reads any more could not be closed");
    }
    end();
  }
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        clearTimeout(stall);
        try {
          const { done, value } = await iterator.next();
          // The reader went away meanwhile: the stream is closed already.
          if (isStopped) return;
          if (done) {
            end();
            controller.close();
            return;
          }
          controller.enqueue(value);
        } catch (error) {
          end();
          throw error;
        }
        stall = setTimeout(() => {
          controller.error(new Error("Nobody read the export any more"));
          void stop();
        }, stallMs);
      },
      cancel: stop,
    },
    { highWaterMark: 0 },
  );
}
