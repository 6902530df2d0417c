import { writeFile } from "node:fs/promises";

/** A WAV file of 16 bits and one channel at a rate, of the samples that a function gives for each second. */
export async function writeWav(
  file: string,
  { seconds, sampleRateHz = 48_000 }: { seconds: number; sampleRateHz?: number },
  sampleAt: (seconds: number) => number,
): Promise<string> {
  const samples = Math.round(seconds * sampleRateHz);
  const bytes = Buffer.alloc(44 + 2 * samples);
  bytes.write("RIFF", 0);
  bytes.writeUInt32LE(36 + 2 * samples, 4);
  bytes.write("WAVEfmt ", 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(sampleRateHz, 24);
  bytes.writeUInt32LE(2 * sampleRateHz, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write("data", 36);
  bytes.writeUInt32LE(2 * samples, 40);
  for (let at = 0; at < samples; at += 1) {
    bytes.writeInt16LE(Math.round(32_767 * sampleAt(at / sampleRateHz)), 44 + 2 * at);
  }
  await writeFile(file, bytes);
  return file;
}

export const tone =
  (hertz: number, level = 0.25) =>
  (seconds: number) =>
    level * Math.sin(2 * Math.PI * hertz * seconds);
