import media from "./example-media.json";

/** What an example leads to, as the sandbox made it; `npm run examples` makes it anew after an example was changed. */
export type ExampleMedia =
  | { kind: "picture"; url: string }
  /** `levels` 0 to 100, from the beginning to the end of the sound. */
  | { kind: "sound"; durationSeconds: number; levels: readonly number[] };

const known = media as Record<string, ExampleMedia>;

/** Null for an example that nothing was made of yet. */
export function findExampleMedia(generator: string, key: string): ExampleMedia | null {
  return known[`${generator}/${key}`] ?? null;
}
