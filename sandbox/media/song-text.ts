import { SeededRandom } from "./random.ts";

const VERSE_LINES = [
  "Harbour lights are turning low",
  "Every wave remembers where to go",
  "I left the door ajar for you",
  "The kettle sings a note or two",
  "Rain is writing on the glass",
  "Trains go by and let me pass",
  "Paper boats along the sill",
  "All the world is holding still",
  "Morning comes on quiet feet",
  "Bread and thunder in the street",
] as const;
const CHORUS_LINES = [
  "Oh, carry me over the water",
  "Oh, follow the line of the shore",
  "Stay till the stars have been counted",
  "And sing what you sang me before",
  "Nothing is lost if you keep it",
  "Nothing is gone if you call",
] as const;

/** Lyrics with section tags, made from a text: the same text gives the same lyrics. */
export function writeLyrics(text: string): string {
  const random = new SeededRandom(text);
  const take = (lines: readonly [string, ...string[]], count: number) =>
    Array.from({ length: count }, () => random.pick(lines)).join("\n");
  const verse = () => `[Verse]\n${take(VERSE_LINES, 4)}`;
  const chorus = `[Chorus]\n${take(CHORUS_LINES, 4)}`;
  return [verse(), chorus, verse(), chorus, `[Bridge]\n${take(VERSE_LINES, 2)}`, chorus].join("\n\n");
}
