import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";

/**
 * Writes an answer like the service's, whose `data.audio` is `byteCount` random bytes in hex, and gives their SHA-256. The
 * file is twice as long as the sound.
 */
export async function writeHexBody(file: string, byteCount: number): Promise<string> {
  const hash = createHash("sha256");
  const output = createWriteStream(file);
  const write = async (text: string) => {
    if (!output.write(text, "latin1")) await once(output, "drain");
  };
  await write('{"data":{"status":2,"audio":"');
  for (let left = byteCount; left > 0;) {
    const bytes = randomBytes(Math.min(left, 1024 * 1024));
    hash.update(bytes);
    left -= bytes.length;
    await write(bytes.toString("hex"));
  }
  await write(
    '"},"extra_info":{"audio_length":2000},"trace_id":"04ed","base_resp":{"status_code":0,"status_msg":"success"}}',
  );
  output.end();
  await once(output, "finish");
  return hash.digest("hex");
}
