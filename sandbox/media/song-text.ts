import type { SectionLabel } from "./music/song-form.ts";
import { SeededRandom } from "./random.ts";

/** Of a cover (service.md, Music generation request: lyrics). */
const LONGEST_LYRICS = 1000;

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

/** Parts that have words, and their tags. */
const TAGS: Readonly<Partial<Record<SectionLabel, string>>> = {
  verse: "[Verse]",
  chorus: "[Chorus]",
  bridge: "[Bridge]",
};
const USUAL_PARTS = ["verse", "chorus", "verse", "chorus", "bridge", "chorus"] as const;

/**
 * Lyrics with section tags, made from a text: the same text gives the same lyrics. With the parts of a sound there is
 * a section for each that has words, within the 1000 characters that a cover may have.
 */
export function writeLyrics(text: string, parts?: readonly { label: SectionLabel }[]): string {
  const random = new SeededRandom(text);
  const take = (lines: readonly [string, ...string[]], count: number) =>
    Array.from({ length: count }, () => random.pick(lines)).join("\n");
  const chorus = take(CHORUS_LINES, 4);
  const sung = (parts?.map(({ label }) => label) ?? USUAL_PARTS).filter((label) => label in TAGS);
  const labels = sung.length === 0 ? (["verse"] as const) : sung;
  const sections = labels.map((label) => {
    const words = label === "chorus" ? chorus : take(VERSE_LINES, label === "bridge" ? 2 : 4);
    return `${TAGS[label] ?? ""}\n${words}`;
  });
  let lyrics = sections[0] ?? "";
  for (const section of sections.slice(1)) {
    if (lyrics.length + section.length + 2 <= LONGEST_LYRICS) lyrics += `\n\n${section}`;
  }
  return lyrics;
}
