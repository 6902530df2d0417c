import { createMp3Encoder } from "wasm-media-encoders";

const sampleRateHz = 44_100;

/**
 * A song in the service's format: MP3, 44.1 kHz, stereo, 256 kbit/s. A swelling chord with noise, so that it
 * compresses badly.
 */
export async function encodeSong(seconds: number): Promise<Buffer> {
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate: sampleRateHz, channels: 2, bitrate: 256 });
  const pieces: Buffer[] = [];
  for (let second = 0; second < seconds; second += 1) {
    const channel = () =>
      Float32Array.from({ length: sampleRateHz }, (_each, index) => {
        const time = second + index / sampleRateHz;
        const chord = Math.sin(time * 1_382) + Math.sin(time * 2_073) + Math.sin(time * 2_764);
        return (0.2 * chord + 0.1 * (Math.random() - 0.5)) * (0.5 + 0.5 * Math.sin(time / 7));
      });
    // Copied, because the next call reuses the encoder's memory.
    pieces.push(Buffer.from(encoder.encode([channel(), channel()])));
  }
  pieces.push(Buffer.from(encoder.finalize()));
  return Buffer.concat(pieces);
}
