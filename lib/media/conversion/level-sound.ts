import type { DecodedSound } from "../peaks/decode/sound-decoder";
import { LoudnessMeter } from "./loudness-meter";
import { PeakLimiter } from "./peak-limiter";
import { fromDecibels, toDecibels, TruePeakReader } from "./true-peak";

/** How to bring audio to a loudness. */
export interface Levelling {
  gain: number;
  /** The highest true peak where the gain alone would exceed it; null where it doesn't. */
  ceiling: number | null;
}

export const unchangedLevel: Levelling = { gain: 1, ceiling: null };

/** Close enough: a difference in loudness that nobody hears. */
const toleranceLu = 0.1;
/** Readings of the limited audio. Music takes two or three, bursts over near silence take most. */
const maxTrials = 12;

/**
 * Finds how to bring audio to an integrated loudness, with a true peak of at most `ceilingDb` (dBTP). Reads all of it once,
 * and some times more where peaks have to be limited. Silence and less than 400 ms stay as they are.
 */
export async function findLevelling(
  read: () => AsyncIterable<DecodedSound>,
  { loudnessLufs, ceilingDb }: { loudnessLufs: number; ceilingDb: number },
): Promise<Levelling> {
  const { loudness, truePeak } = await measureLevels(read());
  if (loudness === null) return unchangedLevel;
  const gainDb = loudnessLufs - loudness;
  const ceiling = fromDecibels(ceilingDb);
  if (toDecibels(truePeak) + gainDb <= ceilingDb) return { gain: fromDecibels(gainDb), ceiling: null };
  const trial = async (tried: number) => {
    const limited = levelSound(read(), { gain: fromDecibels(tried), ceiling });
    return { gainDb: tried, lufs: (await measureLoudness(limited)) ?? loudnessLufs };
  };
  const best = await searchGain(trial, { firstDb: gainDb, loudnessLufs });
  return { gain: fromDecibels(best), ceiling };
}

interface Trial {
  gainDb: number;
  lufs: number;
}

/**
 * The gain with which limited audio has the loudness: a limiter takes loudness away, and the gates make it jump. Raises the
 * gain, faster and faster, until the loudness is passed, then interpolates.
 */
async function searchGain(
  measureTrial: (gainDb: number) => Promise<Trial>,
  { firstDb, loudnessLufs }: { firstDb: number; loudnessLufs: number },
): Promise<number> {
  const distance = ({ lufs }: Trial) => Math.abs(loudnessLufs - lufs);
  let below = await measureTrial(firstDb);
  let above: Trial | undefined;
  let best = below;
  let step = 1.3 * distance(below);
  for (let trials = 1; trials < maxTrials && distance(best) > toleranceLu; trials += 1) {
    const share = above ? (loudnessLufs - below.lufs) / (above.lufs - below.lufs) : 0;
    const nextDb: number = above ? below.gainDb + share * (above.gainDb - below.gainDb) : below.gainDb + step;
    const next = await measureTrial(nextDb);
    if (distance(next) < distance(best)) best = next;
    if (next.lufs > loudnessLufs) above = next;
    else below = next;
    step *= 2;
  }
  return best.gainDb;
}

/** Applies a levelling piece by piece. */
export async function* levelSound(
  sound: AsyncIterable<DecodedSound>,
  { gain, ceiling }: Levelling,
): AsyncGenerator<DecodedSound> {
  let limiter: PeakLimiter | undefined;
  let rate = 0;
  for await (const piece of sound) {
    const { channelData, sampleRateHz } = piece;
    if (gain === 1 && ceiling === null) yield piece;
    else if (ceiling === null)
      yield { sampleRateHz, channelData: channelData.map((channel) => channel.map((each) => each * gain)) };
    else {
      rate = sampleRateHz;
      limiter ??= new PeakLimiter({ sampleRateHz, channels: channelData.length, gain, ceiling });
      yield { sampleRateHz, channelData: limiter.add(channelData) };
    }
  }
  if (limiter) yield { sampleRateHz: rate, channelData: limiter.flush() };
}

async function measureLoudness(sound: AsyncIterable<DecodedSound>): Promise<number | null> {
  let meter: LoudnessMeter | undefined;
  for await (const { channelData, sampleRateHz } of sound) {
    meter ??= new LoudnessMeter({ sampleRateHz, channels: channelData.length });
    meter.add(channelData);
  }
  return meter?.measure() ?? null;
}

/** Integrated loudness in LUFS, null for silence and for less than 400 ms, and true peak as a level: 1 is full scale. */
export async function measureLevels(
  sound: AsyncIterable<DecodedSound>,
): Promise<{ loudness: number | null; truePeak: number }> {
  let readers: TruePeakReader[] = [];
  let truePeak = 0;
  async function* readPeaks(): AsyncGenerator<DecodedSound> {
    for await (const piece of sound) {
      if (readers.length === 0) readers = piece.channelData.map(() => new TruePeakReader());
      for (const [index, channel] of piece.channelData.entries()) {
        for (const sample of channel) truePeak = Math.max(truePeak, readers[index]?.read(sample) ?? 0);
      }
      yield piece;
    }
  }
  const loudness = await measureLoudness(readPeaks());
  return { loudness, truePeak };
}
