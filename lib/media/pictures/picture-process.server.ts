import type { ChildProcess } from "node:child_process";
import { Socket } from "node:net";
import { keepErrorText, spawnDecoder } from "../decoding/decoder-process.server";
import { memoryExitCode } from "../decoding/limit-decoder";
import type {
  FromPictureProcess,
  PictureEnd,
  PictureOrder,
  PictureResult,
  PictureSize,
  ToPictureProcess,
} from "./picture-messages";

/** Why an image was not decoded. `unfinished`: the process crashed or exceeded its time or memory. */
type PictureFault = "damaged" | "too-complex" | "unfinished";

export class PictureDecodingError extends Error {
  readonly fault: PictureFault;
  /** Missing where the header can't be read either. */
  readonly size: PictureSize | undefined;
  constructor(fault: PictureFault, detail: string, size?: PictureSize) {
    super(detail);
    this.name = "PictureDecodingError";
    this.fault = fault;
    this.size = size;
  }
}

/** Many times what the largest image takes on a busy machine. */
const defaultTimeLimitMs = 30_000;
/** How long a process waits for another image: starting one takes ten times as long as a thumbnail. */
const idleMs = 5_000;
/** Starting a process blocks this one for some milliseconds, in which the request for the image should leave. */
const startAfterMs = 100;

interface PictureProcess {
  child: ChildProcess;
  errorText: () => string;
  idleTimer?: NodeJS.Timeout;
}

// One list per process, although Next bundles routes separately.
const globalForPictures = globalThis as {
  reveriePictureProcesses?: { idle: Set<PictureProcess>; expectedPictures: number };
};
const processes = (globalForPictures.reveriePictureProcesses ??= { idle: new Set(), expectedPictures: 0 });

/**
 * Keeps a process ready for an image that is about to arrive, since starting one takes longer than decoding most images.
 *
 * @returns to be called when the image has been decoded or will not come
 */
export function expectPicture(): () => void {
  processes.expectedPictures += 1;
  const timer = setTimeout(() => {
    if (processes.idle.size === 0) keepIdle(startProcess());
  }, startAfterMs);
  let isExpected = true;
  return () => {
    clearTimeout(timer);
    if (isExpected) processes.expectedPictures -= 1;
    isExpected = false;
  };
}

interface DecodedPicture {
  result: PictureResult;
  size: PictureSize;
}

/** An image in pieces. */
export type PictureSource = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

interface PictureJob {
  source: PictureSource;
  order: PictureOrder;
  timeLimitMs?: number;
}

/**
 * Decodes one image in a separate process with limits on time and memory: decoders are native code that reads untrusted
 * bytes, and a crash must not affect anything else. A process that is done is used again for some seconds.
 *
 * @throws PictureDecodingError; and whatever `source` throws
 */
export async function runPictureProcess(job: PictureJob): Promise<DecodedPicture> {
  const process = takeIdle() ?? startProcess();
  const { end, size, exhausted } = await awaitEnd(process, job).catch((error: unknown) => {
    process.child.kill("SIGKILL");
    throw error;
  });
  if (exhausted) process.child.kill("SIGKILL");
  else keepIdle(process);
  if (end.type === "too-complex") {
    throw new PictureDecodingError("too-complex", `It decodes to ${end.bytes} bytes`, size);
  }
  if (end.type === "damaged" || !size) {
    throw new PictureDecodingError("damaged", end.type === "damaged" ? end.detail : "It has no size", size);
  }
  return { result: end.result, size };
}

function startProcess(): PictureProcess {
  const child = spawnDecoder("decode-picture");
  const started: PictureProcess = { child, errorText: keepErrorText(child) };
  // Without a listener, an error while the process is idle would end this one; its exit follows.
  child.on("error", () => processes.idle.delete(started));
  child.on("exit", () => processes.idle.delete(started));
  if (child.stderr instanceof Socket) child.stderr.unref();
  return started;
}

function takeIdle(): PictureProcess | undefined {
  const idle = processes.idle.values().find(({ child }) => child.connected);
  if (!idle) return undefined;
  processes.idle.delete(idle);
  clearInterval(idle.idleTimer);
  idle.child.ref();
  idle.child.channel?.ref();
  return idle;
}

/** An idle process doesn't keep this one alive. */
function keepIdle(process: PictureProcess): void {
  const { child } = process;
  child.unref();
  child.channel?.unref();
  processes.idle.add(process);
  process.idleTimer = setInterval(() => {
    if (processes.expectedPictures > 0 && processes.idle.size === 1) return;
    clearInterval(process.idleTimer);
    if (processes.idle.delete(process)) child.kill("SIGKILL");
  }, idleMs);
  process.idleTimer.unref();
}

interface EndedPicture {
  end: PictureEnd;
  size: PictureSize | undefined;
  exhausted: boolean;
}

async function awaitEnd(
  { child, errorText }: PictureProcess,
  { source, order, timeLimitMs = defaultTimeLimitMs }: PictureJob,
): Promise<EndedPicture> {
  const { promise, resolve, reject } = Promise.withResolvers<EndedPicture>();
  let size: PictureSize | undefined;
  const onTimeout = () =>
    reject(new PictureDecodingError("unfinished", `No image within ${timeLimitMs} ms`, size));
  const onExit = (code: number | null, signal: NodeJS.Signals | null) => {
    const detail = `The process for images ended with ${signal ?? code}: ${errorText()}`;
    // Any other exit is a fault of the program, not of the image.
    const isLimit = signal !== null || code === memoryExitCode;
    reject(isLimit ? new PictureDecodingError("unfinished", detail, size) : new Error(detail));
  };
  const onMessage = (message: FromPictureProcess) => {
    if (message.type === "end") resolve({ end: message.end, size, exhausted: message.exhausted });
    else size = { width: message.width, height: message.height };
  };
  const timer = setTimeout(onTimeout, timeLimitMs);
  child.on("error", reject).on("exit", onExit).on("message", onMessage);
  try {
    sendPicture(child, source, order).catch(reject);
    return await promise;
  } finally {
    clearTimeout(timer);
    child.off("error", reject).off("exit", onExit).off("message", onMessage);
  }
}

async function sendPicture(child: ChildProcess, source: PictureSource, order: PictureOrder): Promise<void> {
  for await (const bytes of source) {
    if (!child.connected) return;
    await post(child, { type: "bytes", bytes });
  }
  await post(child, { type: "order", order });
}

/** Resolves when the process has taken the message. An ended process is handled by its exit event. */
function post(child: ChildProcess, message: ToPictureProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.connected) child.send(message, () => resolve());
    else resolve();
  });
}
