import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";

export interface HexBody {
  /** Of the audio. */
  sha256: string;
  soundBytes: number;
}

/**
 * Writes a response like the service's, with `sound` as hex in `data.audio`: the file is twice as long as the
 * audio.
 */
export async function writeHexBody(file: string, sound: Iterable<Uint8Array>): Promise<HexBody> {
  const hash = createHash("sha256");
  let soundBytes = 0;
  const output = createWriteStream(file);
  const write = async (text: string) => {
    if (!output.write(text, "latin1")) await once(output, "drain");
  };
  await write('{"data":{"status":2,"audio":"');
  for (const bytes of sound) {
    hash.update(bytes);
    soundBytes += bytes.length;
    await write(Buffer.from(bytes).toString("hex"));
  }
  await write(
    '"},"extra_info":{"audio_length":2000},"trace_id":"04ed","base_resp":{"status_code":0,"status_msg":"success"}}',
  );
  output.end();
  await once(output, "finish");
  return { sha256: hash.digest("hex"), soundBytes };
}

export function* makeRandomBytes(byteCount: number): Generator<Uint8Array> {
  for (let left = byteCount; left > 0;) {
    const bytes = randomBytes(Math.min(left, 1024 * 1024));
    left -= bytes.length;
    yield bytes;
  }
}
