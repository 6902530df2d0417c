import { fstatSync, writeSync } from "node:fs";
import { CustomSource } from "mediabunny";
import { limitDecoder } from "@/lib/media/decoding/limit-decoder";
import { encodeProxy } from "./encode-proxy";
import { type FromProxyProcess, proxyDescriptor, type ToProxyProcess } from "./proxy-messages";

// The program of the process that makes the proxy of one video: see run-proxy.server.ts.

const maxCacheBytes = 16 * 1_024 * 1_024;
const pendingReads = new Map<number, (bytes: Uint8Array) => void>();
let reads = 0;

function send(message: FromProxyProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    if (!process.send) throw new Error("This program runs as a child process with a channel");
    process.send(message, (error: Error | null) => (error ? reject(error) : resolve()));
  });
}

/** Reads through the parent process, which has the file on a disk or in a bucket. */
function openSource(fileBytes: number): CustomSource {
  return new CustomSource({
    getSize: () => fileBytes,
    read: async (start, end) => {
      const id = (reads += 1);
      const bytes = new Promise<Uint8Array>((resolve) => pendingReads.set(id, resolve));
      await send({ type: "read", id, start, end });
      return bytes;
    },
    maxCacheSize: maxCacheBytes,
  });
}

/** `writeSync` may write only a part. */
function writeFully(bytes: Uint8Array, position: number): void {
  for (let at = 0; at < bytes.length;) {
    at += writeSync(proxyDescriptor, bytes, at, bytes.length - at, position + at);
  }
}

async function answer(fileBytes: number): Promise<void> {
  try {
    await encodeProxy(openSource(fileBytes), writeFully);
    await send({ type: "done", bytes: fstatSync(proxyDescriptor).size });
  } catch (error) {
    await send({ type: "undecodable", detail: String(error) });
  }
  process.exit(0);
}

limitDecoder();
process.on("message", (message: ToProxyProcess) => {
  if (message.type === "order") void answer(message.fileBytes);
  else {
    pendingReads.get(message.id)?.(message.bytes);
    pendingReads.delete(message.id);
  }
});
