import { decodeSound } from "./decode/decode-sound";
import { SoundDecodingError, type SoundFormat, type DecodedSound } from "./decode/sound-decoder";
import { type PeaksDto, maxPeaks } from "./peaks-dto";

/**
 * Computes a waveform by decoding the audio from the first byte to the last, in constant memory. CPU-bound: run
 * it in a worker thread.
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

const firstSectionSamples = 8;

/**
 * Builds a waveform of audio of unknown length: sections start small, and whenever there are too many, each two
 * are merged. Uses the same memory for a second and a day.
 */
class PeaksAccumulator {
  readonly #levels = new Float32Array(maxPeaks);
  #count = 0;
  #sectionSamples = firstSectionSamples;
  #level = 0;
  #samplesInSection = 0;
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
      const end = Math.min(samples, at + this.#sectionSamples - this.#samplesInSection);
      for (const channel of channelData) this.#measure(channel, at, end);
      this.#samplesInSection += end - at;
      if (this.#samplesInSection === this.#sectionSamples) this.#endSection();
      at = end;
    }
  }

  /** The waveform of everything added so far; null without samples. */
  finish(): PeaksDto | null {
    if (!this.#format) return null;
    const { sampleRateHz, channels } = this.#format;
    const peaksPerSecond = sampleRateHz / this.#sectionSamples;
    if (this.#samplesInSection > 0) this.#endSection();
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

  #endSection(): void {
    this.#levels[this.#count] = this.#level;
    this.#loudest = Math.max(this.#loudest, this.#level);
    this.#count += 1;
    this.#level = 0;
    this.#samplesInSection = 0;
    if (this.#count === maxPeaks) this.#halve();
  }

  #halve(): void {
    const levels = this.#levels;
    for (let at = 0; at < maxPeaks / 2; at += 1) {
      levels[at] = Math.max(levels[2 * at] ?? 0, levels[2 * at + 1] ?? 0);
    }
    this.#count = maxPeaks / 2;
    this.#sectionSamples *= 2;
  }
}
