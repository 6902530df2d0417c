import { createMp3Encoder } from "wasm-media-encoders";

const sampleRateHz = 44_100;

/** A song as the service sends them: MP3, 44.1 kHz, stereo, 256 kbit/s. A chord that swells, with noise: nothing an encoder can leave out. */
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
    // The encoder's memory is its own again with the next call.
    pieces.push(Buffer.from(encoder.encode([channel(), channel()])));
  }
  pieces.push(Buffer.from(encoder.finalize()));
  return Buffer.concat(pieces);
}
