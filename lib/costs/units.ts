/** What prices are for, in the order in which they are listed. */
export const priceUnits = ["request", "character", "second", "image", "song"] as const;
export type PriceUnit = (typeof priceUnits)[number];

/** What a request used. Numbers are whole; null where it is not known. */
export interface Quantities {
  requests: number;
  characters: number | null;
  milliseconds: number | null;
  images: number | null;
  songs: number | null;
}

/**
 * What a request will use, as far as its input says: null for what only its results show. A generator leaves out what it
 * never uses. A request is always one.
 */
export type ExpectedUsage = Partial<Omit<Quantities, "requests">>;

/** The quantity that a unit counts, and how many of it are one unit. */
export const quantityOf: Readonly<Record<PriceUnit, { name: keyof Quantities; scale: number }>> = {
  request: { name: "requests", scale: 1 },
  character: { name: "characters", scale: 1 },
  second: { name: "milliseconds", scale: 1_000 },
  image: { name: "images", scale: 1 },
  song: { name: "songs", scale: 1 },
};
