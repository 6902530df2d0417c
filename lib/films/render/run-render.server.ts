import type { ChildProcess } from "node:child_process";
import { keepErrorText, spawnDecoder } from "@/lib/media/decoding/decoder-process.server";
import { memoryExitCode } from "@/lib/media/decoding/limit-decoder";
import { RenderError } from "./render-fault";
import type {
  FromRenderProcess,
  RenderedFilm,
  RenderOrder,
  RenderProgress,
  ToRenderProcess,
} from "./render-order";

/** Between two reports, seconds pass on a busy machine. */
const defaultSilenceLimitMs = 15 * 60_000;

interface RenderJob {
  order: RenderOrder;
  signal: AbortSignal;
  onProgress?: ((progress: RenderProgress) => void) | undefined;
  /** Called once, with the process, for whoever watches its memory. */
  onStart?: ((pid: number) => void) | undefined;
  silenceLimitMs?: number;
}

/**
 * Renders a film in a process of its own, like everything that decodes: limited in memory, with low priority, without the studio's
 * environment, and allowed to write in the order's folder only. Ending it at any moment, by `signal` or by a kill, keeps what is done:
 * the next call with the same order and folder continues with the segment that it was in.
 *
 * @throws RenderError; and the reason of `signal`
 */
export async function runRender(job: RenderJob): Promise<RenderedFilm> {
  job.signal.throwIfAborted();
  const child = spawnDecoder("render-film", { writes: job.order.folder });
  if (child.pid !== undefined) job.onStart?.(child.pid);
  try {
    return await awaitFilm(child, job);
  } finally {
    child.kill("SIGKILL");
  }
}

function awaitFilm(
  child: ChildProcess,
  { order, signal, onProgress, silenceLimitMs = defaultSilenceLimitMs }: RenderJob,
): Promise<RenderedFilm> {
  const { promise, resolve, reject } = Promise.withResolvers<RenderedFilm>();
  const errorText = keepErrorText(child);
  const leaveUnfinished = (detail: string) => reject(new RenderError("unfinished", detail));
  const silence = setTimeout(
    () => leaveUnfinished(`The process was silent for ${silenceLimitMs} ms`),
    silenceLimitMs,
  );
  const onAbort = () => reject(signal.reason as Error);
  signal.addEventListener("abort", onAbort, { once: true });
  child.once("error", reject);
  child.once("exit", (code, exitSignal) => {
    const detail = `The process for films ended with ${exitSignal ?? code}: ${errorText()}`;
    // Any other exit is a fault of the program, not of the film.
    if (exitSignal !== null || code === memoryExitCode) leaveUnfinished(detail);
    else reject(new Error(detail));
  });
  child.on("message", (message: FromRenderProcess) => {
    silence.refresh();
    if (message.type === "progress") {
      const { phase, framesDone, frames } = message;
      onProgress?.({ phase, framesDone, frames });
    } else if (message.type === "done") resolve(message.film);
    else {
      const { fault, detail, itemId } = message;
      reject(new RenderError(fault, detail, itemId === undefined ? {} : { itemId }));
    }
  });
  const message: ToRenderProcess = { type: "order", order };
  // An ended process is handled by its exit event.
  child.send(message, () => undefined);
  return promise.finally(() => {
    clearTimeout(silence);
    signal.removeEventListener("abort", onAbort);
  });
}
