import { createWeighting, toLufs } from "@/lib/media/conversion/loudness-meter";

/** The samples of which loudness is measured: 400 ms at 48 kHz, as momentary loudness has it (EBU Tech 3341). */
const momentarySamples = 19_200;
const silenceLufs = -70;

export interface Levels {
  /** The highest sample of each channel since the last reading, in dBFS; -Infinity for silence. */
  peaksDb: readonly [left: number, right: number];
  /** Momentary loudness; null for silence. */
  loudnessLufs: number | null;
}

/** Measures what is heard before the volume: as it will be in the file, but for its loudness target. */
export class LevelMeter {
  readonly #context: BaseAudioContext;
  readonly #channels: { peak: AnalyserNode; weighted: AnalyserNode }[];
  readonly #samples = new Float32Array(32_768);
  #readAt = 0;

  constructor(context: BaseAudioContext, input: AudioNode) {
    this.#context = context;
    const splitter = context.createChannelSplitter(2);
    // A mono mix is heard on both sides.
    const stereo = new GainNode(context, { channelCount: 2, channelCountMode: "explicit" });
    input.connect(stereo).connect(splitter);
    this.#channels = [0, 1].map((channel) => {
      const peak = new AnalyserNode(context, { fftSize: 8_192 });
      const weighted = new AnalyserNode(context, { fftSize: 32_768 });
      splitter.connect(peak, channel);
      const [shelf, highPass] = createWeighting(context.sampleRate).map(
        ({ b0, b1, b2, a1, a2 }) =>
          new IIRFilterNode(context, { feedforward: [b0, b1, b2], feedback: [1, a1, a2] }),
      );
      splitter.connect(shelf!, channel);
      shelf!.connect(highPass!).connect(weighted);
      return { peak, weighted };
    });
  }

  read(): Levels {
    const { currentTime, sampleRate } = this.#context;
    const passed = Math.round((currentTime - this.#readAt) * sampleRate);
    this.#readAt = currentTime;
    const samples = this.#samples;
    let power = 0;
    const peaks = this.#channels.map(({ peak, weighted }) => {
      const recent = samples.subarray(0, peak.fftSize);
      peak.getFloatTimeDomainData(recent);
      let highest = 0;
      for (let at = Math.max(0, recent.length - passed); at < recent.length; at += 1) {
        highest = Math.max(highest, Math.abs(recent[at]!));
      }
      weighted.getFloatTimeDomainData(samples);
      let sum = 0;
      for (let at = samples.length - momentarySamples; at < samples.length; at += 1) sum += samples[at]! ** 2;
      power += sum / momentarySamples;
      return 20 * Math.log10(highest);
    });
    const lufs = toLufs(power);
    return { peaksDb: [peaks[0]!, peaks[1]!], loudnessLufs: lufs > silenceLufs ? lufs : null };
  }
}
