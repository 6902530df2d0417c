import type { FrameSource } from "@/lib/media/frames/decode-frame.server";
import { keepErrorText, spawnDecoder } from "@/lib/media/decoding/decoder-process.server";
import type { FromProxyProcess, ToProxyProcess } from "./proxy-messages";

/** Between two reads of the source, seconds pass on a busy machine. */
const silenceLimitMs = 5 * 60_000;

/** No proxy can be made: the video can't be decoded, or the process crashed, fell silent or exceeded its memory. */
export class ProxyError extends Error {
  constructor(detail: string) {
    super(detail);
    this.name = "ProxyError";
  }
}

/**
 * Makes the proxy of a video in a process of its own, like everything that decodes.
 *
 * @param output the descriptor of an empty file
 * @returns the size of the file
 * @throws ProxyError; and whatever `source` throws
 */
export async function runProxy(source: FrameSource, output: number): Promise<number> {
  const child = spawnDecoder("make-proxy", { output });
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const refuse = (detail: string) => reject(new ProxyError(detail));
  const silence = setTimeout(() => refuse(`Silent for ${silenceLimitMs} ms`), silenceLimitMs);
  const errorText = keepErrorText(child);
  const post = (message: ToProxyProcess) => {
    // An ended process is handled by its exit event.
    if (child.connected) child.send(message, () => undefined);
  };
  child.once("error", reject);
  child.once("exit", (code, signal) => {
    refuse(`The process for proxies ended with ${signal ?? code}: ${errorText()}`);
  });
  child.on("message", (message: FromProxyProcess) => {
    silence.refresh();
    if (message.type === "done") resolve(message.bytes);
    else if (message.type === "undecodable") refuse(message.detail);
    else {
      const { id, start, end } = message;
      source.read(start, end).then((bytes) => post({ type: "bytes", id, bytes }), reject);
    }
  });
  post({ type: "order", fileBytes: source.bytes });
  try {
    return await promise;
  } finally {
    clearTimeout(silence);
    child.kill("SIGKILL");
  }
}
