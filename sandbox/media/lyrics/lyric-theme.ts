/** Lines that a song on one subject is put together from. */
export interface LyricTheme {
  /** Words of a prompt that call for it. */
  words: RegExp;
  titles: readonly [string, ...string[]];
  /** Pairs of lines that rhyme; two make a verse. */
  couplets: readonly LyricPair[];
  /** Leads into a chorus. */
  lift: LyricPair;
  choruses: readonly [Quatrain, ...Quatrain[]];
  bridge: LyricPair;
}

export type LyricPair = readonly [string, string];

type Quatrain = readonly [string, string, string, string];
