/** In Hz; far from what voices and instruments dwell on, and below half of every sample rate. */
export const BEEP_HERTZ = 3_000;
/** Of full scale. */
const BEEP_LEVEL = 0.12;
const BEEP_SECONDS = 0.05;
const LONG_BEEP_SECONDS = 0.2;
/** Each tenth one is long. */
const LONG_EVERY = 10;
const EDGE_SECONDS = 0.002;

/**
 * Adds a short tone at each full second of a sound from its first on, and a longer one at each tenth. So a test hears in any film where
 * a piece of sound comes from, to the millisecond.
 *
 * @param channels samples of -1 to 1, which stay as they are
 * @param start the number of the first sample in the whole sound
 */
export function addSecondBeeps(
  channels: readonly Float32Array[],
  start: number,
  sampleRate: number,
): Float32Array[] {
  const marked = channels.map((channel) => Float32Array.from(channel));
  const length = channels[0]?.length ?? 0;
  const lastSecond = Math.floor((start + length) / sampleRate);
  for (let second = Math.max(1, Math.floor(start / sampleRate)); second <= lastSecond; second += 1) {
    const begin = second * sampleRate;
    const seconds = second % LONG_EVERY === 0 ? LONG_BEEP_SECONDS : BEEP_SECONDS;
    const count = Math.round(seconds * sampleRate);
    const from = Math.max(begin, start);
    const to = Math.min(begin + count, start + length);
    for (let place = from; place < to; place += 1) {
      const at = (place - begin) / sampleRate;
      const edge = Math.min(1, at / EDGE_SECONDS, (seconds - at) / EDGE_SECONDS);
      const tone = BEEP_LEVEL * edge * Math.sin(2 * Math.PI * BEEP_HERTZ * at);
      for (const channel of marked) {
        // Leaves room, so that nothing clips that was loud before.
        channel[place - start] = channel[place - start]! * (1 - BEEP_LEVEL) + tone;
      }
    }
  }
  return marked;
}
