import { decodeSound } from "./decode/decode-sound";
import { SoundDecodingError, type SoundFormat, type DecodedSound } from "./decode/sound-decoder";
import { type PeaksDto, maxPeaks } from "./peaks-dto";

/**
 * The waveform of a sound, decoded once from its first byte to its last, in memory that does not grow with it. It takes
 * the processor for as long as that lasts: call it in a thread of its own.
 *
 * @throws SoundDecodingError where nothing can be decoded
 */
export async function computePeaks(
  source: AsyncIterable<Uint8Array>,
  format: SoundFormat,
): Promise<PeaksDto> {
  const peaks = new PeaksAccumulator();
  for await (const sound of decodeSound(source, format)) peaks.add(sound);
  const found = peaks.finish();
  if (!found) throw new SoundDecodingError("Nothing of the sound could be decoded");
  return found;
}

const firstPartSamples = 8;

/**
 * Makes a waveform of sound whose length is not known before its end: parts begin small, and whenever there are too many,
 * each two become one. Memory is the same for a second and for a day.
 */
export class PeaksAccumulator {
  readonly #levels = new Float32Array(maxPeaks);
  #count = 0;
  #partSamples = firstPartSamples;
  #level = 0;
  #samplesInPart = 0;
  #samples = 0;
  #squares = 0;
  #loudest = 0;
  #format: { sampleRateHz: number; channels: number } | undefined;

  add({ channelData, sampleRateHz }: DecodedSound): void {
    const samples = channelData[0]?.length ?? 0;
    if (samples === 0) return;
    this.#format ??= { sampleRateHz, channels: channelData.length };
    this.#samples += samples;
    for (let at = 0; at < samples;) {
      const end = Math.min(samples, at + this.#partSamples - this.#samplesInPart);
      for (const channel of channelData) this.#measure(channel, at, end);
      this.#samplesInPart += end - at;
      if (this.#samplesInPart === this.#partSamples) this.#endPart();
      at = end;
    }
  }

  /** The waveform of everything that was added; null where that was nothing. */
  finish(): PeaksDto | null {
    if (!this.#format) return null;
    const { sampleRateHz, channels } = this.#format;
    const peaksPerSecond = sampleRateHz / this.#partSamples;
    if (this.#samplesInPart > 0) this.#endPart();
    return {
      durationSeconds: this.#samples / sampleRateHz,
      peaksPerSecond,
      peaks: Array.from(this.#levels.subarray(0, this.#count), (level) =>
        Math.min(255, Math.round(level * 255)),
      ),
      loudestSample: Math.min(1, this.#loudest),
      rms: Math.min(1, Math.sqrt(this.#squares / (this.#samples * channels))),
    };
  }

  #measure(channel: Float32Array, start: number, end: number): void {
    let level = this.#level;
    let squares = 0;
    for (let at = start; at < end; at += 1) {
      const sample = channel[at] ?? 0;
      const size = sample < 0 ? -sample : sample;
      if (size > level) level = size;
      squares += sample * sample;
    }
    this.#level = level;
    this.#squares += squares;
  }

  #endPart(): void {
    this.#levels[this.#count] = this.#level;
    this.#loudest = Math.max(this.#loudest, this.#level);
    this.#count += 1;
    this.#level = 0;
    this.#samplesInPart = 0;
    if (this.#count === maxPeaks) this.#halve();
  }

  #halve(): void {
    const levels = this.#levels;
    for (let at = 0; at < maxPeaks / 2; at += 1) {
      levels[at] = Math.max(levels[2 * at] ?? 0, levels[2 * at + 1] ?? 0);
    }
    this.#count = maxPeaks / 2;
    this.#partSamples *= 2;
  }
}
