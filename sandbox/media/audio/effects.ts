type SoundEffectName = "spacious_echo" | "auditorium_echo" | "lofi_telephone" | "robotic";

/** `voice_modify` without its pitch, which the voice itself takes on. */
export interface EffectSettings {
  /** -100 (soft) to 100 (forceful). */
  intensity: number;
  /** -100 (dark) to 100 (bright). */
  timbre: number;
  soundEffect: SoundEffectName | null;
}

/** Level (0 to 1) at which the limiter begins, and how much above it is left. */
const KNEE = 0.7;
const SILENT = 1e-7;
const ROOM = 0.27;

/** Changes a block of samples in place; its state continues in the next block. */
type Effect = (block: Float32Array) => void;

/** The effects of a voice on one channel, for a whole sound in blocks. */
export function createEffectChain(settings: EffectSettings, sampleRate: number) {
  /** Sound that still rings after the last words. */
  const tailSeconds = { spacious_echo: 1, auditorium_echo: 1.6, lofi_telephone: 0, robotic: 0 }[
    settings.soundEffect ?? "robotic"
  ];
  const effects = [
    ...(settings.timbre === 0 ? [] : [each(makeTilt(settings.timbre, sampleRate))]),
    ...(settings.intensity === 0 ? [] : [each(makeIntensity(settings.intensity))]),
    ...(settings.soundEffect === null ? [] : EFFECTS[settings.soundEffect](sampleRate)),
  ];
  return { tailSeconds, apply: (block: Float32Array) => effects.forEach((effect) => effect(block)) };
}

const EFFECTS: Readonly<Record<SoundEffectName, (sampleRate: number) => Effect[]>> = {
  spacious_echo: (sampleRate) => [makeEcho(sampleRate, 0.19, 0.42, 0.45)],
  auditorium_echo: (sampleRate) => [blend(makeRoom(sampleRate, 1), 0.75, 0.38)],
  lofi_telephone: (sampleRate) => [
    ...[400, 300].map((hertz) => each(makeHighPass(hertz, sampleRate))),
    ...[2800, 3200].map((hertz) => each(makeLowPass(hertz, sampleRate))),
    each((sample) => Math.round(Math.tanh(sample * 3.5) * 48) / 80),
  ],
  robotic: (sampleRate) => [each(makeRingModulator(sampleRate, 62)), makeEcho(sampleRate, 0.0085, 0.55, 0.6)],
};

function each(change: (sample: number) => number): Effect {
  return (block) => {
    for (let index = 0; index < block.length; index += 1) block[index] = change(block[index]!);
  };
}

/** A share of the sound itself, and one of what `echo` makes of it. */
function blend(echo: Echo, dry: number, wet: number): Effect {
  return (block) => {
    const echoed = echo(block);
    for (let index = 0; index < block.length; index += 1) {
      block[index] = block[index]! * dry + echoed[index]! * wet;
    }
  };
}

/** Brings out the highs or the lows around 1.2 kHz. */
function makeTilt(timbre: number, sampleRate: number): (sample: number) => number {
  const lowPass = makeLowPass(1200, sampleRate);
  const share = timbre / 100;
  return (sample) => {
    const low = lowPass(sample);
    return low * (1 - 0.75 * share) + (sample - low) * (1 + 1.5 * share);
  };
}

/** Presses the voice against a limit, or softens it. */
function makeIntensity(intensity: number): (sample: number) => number {
  const share = intensity / 100;
  if (share < 0) return (sample) => sample * (1 + 0.7 * share);
  const drive = 1 + 3 * share;
  return (sample) => Math.tanh(sample * drive) / Math.tanh(drive) ** 0.5;
}

/** What a room or a delay line adds to a block; its state continues in the next block. */
type Echo = (block: Float32Array) => Float32Array<ArrayBuffer>;

function makeEcho(sampleRate: number, delaySeconds: number, feedback: number, wet: number): Effect {
  return blend(makeLoop(sampleRate, delaySeconds, { feedback }), 1 - 0.25 * wet, wet);
}

/** What a room adds to a sound, after Schroeder: combs side by side, then all-passes in a row. `size` scales its delays. */
export function makeRoom(sampleRate: number, size: number): Echo {
  const combs = [0.0297, 0.0371, 0.0411, 0.0437].map((seconds) =>
    makeLoop(sampleRate, seconds * size, { feedback: 0.84, damping: 0.25 }),
  );
  const allPasses = [0.005, 0.0017].map((seconds) =>
    makeLoop(sampleRate, seconds * size, { feedback: 0.6, through: 0.6 }),
  );
  return (block) => {
    const sum = new Float32Array(block.length);
    for (const comb of combs) {
      const echo = comb(block);
      for (let index = 0; index < sum.length; index += 1) sum[index]! += echo[index]! / 4;
    }
    return allPasses.reduce((echo, allPass) => allPass(echo), sum);
  };
}

/** A delay line fed with its own output, dampened; `through` is how much of the sound is taken from the result. */
function makeLoop(
  sampleRate: number,
  seconds: number,
  { feedback, damping = 0, through = 0 }: { feedback: number; damping?: number; through?: number },
): Echo {
  const line = new Float32Array(Math.max(Math.round(seconds * sampleRate), 1));
  const memory = { place: 0, dull: 0 };
  return (block) => {
    const echo = new Float32Array(block.length);
    // Local variables are many times faster than those of the closure.
    let { place, dull } = memory;
    for (let index = 0; index < block.length; index += 1) {
      const delayed = line[place]!;
      dull = delayed * (1 - damping) + dull * damping;
      line[place] = block[index]! + dull * feedback;
      place = place + 1 === line.length ? 0 : place + 1;
      echo[index] = delayed - block[index]! * through;
    }
    Object.assign(memory, { place, dull });
    return echo;
  };
}

/**
 * Compresses loud samples to at most 0.97 instead of clipping them. Inaudible samples become 0, because encoders are slow
 * with numbers close to 0.
 */
export function limit(sample: number): number {
  const size = Math.abs(sample);
  if (size <= KNEE) return size < SILENT ? 0 : sample;
  return Math.sign(sample) * (KNEE + ROOM * Math.tanh((size - KNEE) / ROOM));
}

function makeRingModulator(sampleRate: number, hertz: number): (sample: number) => number {
  let phase = 0;
  return (sample) => {
    phase += (2 * Math.PI * hertz) / sampleRate;
    return sample * (0.35 + 0.65 * Math.sin(phase));
  };
}

function makeLowPass(hertz: number, sampleRate: number): (sample: number) => number {
  const share = 1 - Math.exp((-2 * Math.PI * Math.min(hertz, sampleRate * 0.45)) / sampleRate);
  let level = 0;
  return (sample) => (level += share * (sample - level));
}

function makeHighPass(hertz: number, sampleRate: number): (sample: number) => number {
  const lowPass = makeLowPass(hertz, sampleRate);
  return (sample) => sample - lowPass(sample);
}

/** The mark of `aigc_watermark`: three ticks at the end. */
export function makeWatermark(sampleRate: number): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(Math.round(0.6 * sampleRate));
  for (const second of [0.15, 0.3, 0.45]) {
    const first = Math.round(second * sampleRate);
    const count = Math.round(0.05 * sampleRate);
    for (let index = 0; index < count; index += 1) {
      const fade = 1 - index / count;
      samples[first + index] = 0.3 * Math.sin((2 * Math.PI * 1200 * index) / sampleRate) * fade;
    }
  }
  return samples;
}
