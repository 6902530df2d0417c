// node <program> <file> [--at-once] [--in-memory] [--hash]: decodes the audio of a body. It comes in chunks like from
// a socket, read from the file during the measurement or loaded before.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { reportWork } from "../report/work";
import { chunkBytes, decodeAudio, openBody } from "./decode-audio";

const [file = "", ...flags] = process.argv.slice(2);
const body = flags.includes("--in-memory") ? cutIntoChunks(readFileSync(file)) : openBody(file);
// None in timed runs, where hashing would count as work.
const hash = flags.includes("--hash") ? createHash("sha256") : null;

await reportWork(async () => {
  let byteCount = 0;
  await decodeAudio(body, async (bytes) => {
    for await (const chunk of bytes) {
      byteCount += chunk.length;
      hash?.update(chunk);
    }
  });
  return { byteCount, sha256: hash?.digest("hex") ?? null };
});

async function* cutIntoChunks(whole: Buffer): AsyncGenerator<Buffer> {
  for (let start = 0; start < whole.length; start += chunkBytes)
    yield whole.subarray(start, start + chunkBytes);
}
