import type { Sentence } from "@/lib/media/subtitles/subtitles-dto";

/** A sentence within its paragraph. */
interface PlacedSentence extends Sentence {
  /** Preceded by a space; scripts without spaces between words have none. */
  spaced: boolean;
  /** The pause marker before it, as sent. */
  pause?: string;
}

export interface Paragraph {
  sentences: PlacedSentence[];
}

/** Without the text, a pause of this length ends a paragraph, */
const paragraphPauseMs = 700;
/** and so does this number of sentences. */
const longestParagraph = 12;
/** How far behind the previous sentence the next one is searched for. */
const searchAhead = 2_000;

/** What subtitles may omit or change: white space and pause markers (`<#0.5#>`). */
const passedOver = /\s+|<#[\d.]*#>/g;
const pauseMarker = /<#[\d.]*#>/;
const endsWithoutBlank =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}。！？；，、：」』）》]$/u;

/**
 * Arranges sentences in the paragraphs of the spoken text. A sentence that is not found stays in the previous
 * paragraph. Without the text (a narration from a file), longer pauses end a paragraph.
 *
 * @param text the spoken text with its line breaks
 */
export function toParagraphs(sentences: readonly Sentence[], text?: string): Paragraph[] {
  const found = text === undefined ? [] : findPlaces(sentences, text);
  const joints = text === undefined ? guessJoints(sentences) : found.map((place) => place?.joint);
  const paragraphs: Paragraph[] = [];
  for (const [position, sentence] of sentences.entries()) {
    const joint = joints[position] ?? guessSpace(sentences[position - 1]);
    const begins = paragraphs.length === 0 || joint === "break";
    if (begins) paragraphs.push({ sentences: [] });
    paragraphs.at(-1)!.sentences.push({
      ...sentence,
      text: found[position]?.text ?? sentence.text.trim(),
      spaced: !begins && joint === "space",
      ...(found[position]?.pause === undefined ? {} : { pause: found[position].pause }),
    });
  }
  return paragraphs;
}

/** Returns paragraphs as plain text, separated by an empty line. */
export function writeParagraphs(paragraphs: readonly Paragraph[]): string {
  return paragraphs
    .map(({ sentences }) => sentences.map(({ text, spaced }) => (spaced ? ` ${text}` : text)).join(""))
    .join("\n\n");
}

/** What separates a sentence from the previous one; undefined if unknown. */
type Joint = "break" | "space" | "none" | undefined;

function guessSpace(before: Sentence | undefined): Joint {
  return endsWithoutBlank.test(before?.text.trimEnd() ?? "") ? "none" : "space";
}

function guessJoints(sentences: readonly Sentence[]): Joint[] {
  let length = 0;
  return sentences.map((sentence, position) => {
    const before = sentences[position - 1];
    const pauseMs = before ? sentence.startMs - before.endMs : 0;
    const breaks =
      pauseMs >= paragraphPauseMs || length >= longestParagraph || /\n\s*$/.test(before?.text ?? "");
    length = breaks ? 1 : length + 1;
    return breaks ? "break" : undefined;
  });
}

/** Where a sentence was found in the text. */
interface Place {
  joint: Joint;
  /** The pause marker between it and the previous sentence. */
  pause?: string | undefined;
  /** The sentence as sent, if it contains pauses, which subtitles omit. */
  text?: string | undefined;
}

function findPlaces(sentences: readonly Sentence[], text: string): (Place | undefined)[] {
  const { bare, origins } = strip(text);
  let cursor = 0;
  return sentences.map((sentence) => {
    const wanted = sentence.text.replaceAll(passedOver, "");
    const near = bare.slice(cursor, cursor + wanted.length + searchAhead);
    const found = wanted === "" ? -1 : near.indexOf(wanted);
    if (found === -1) return undefined;
    const start = cursor + found;
    const between = text.slice(cursor === 0 ? 0 : origins[cursor - 1]! + 1, origins[start]);
    cursor = start + wanted.length;
    const whole = text.slice(origins[start], origins[cursor - 1]! + 1);
    return {
      joint: findJoint(between),
      pause: pauseMarker.exec(between)?.[0],
      text: pauseMarker.test(whole) ? whole.replaceAll(/\s+/g, " ") : undefined,
    };
  });
}

function findJoint(between: string): Joint {
  if (between.includes("\n")) return "break";
  if (between === "") return "none";
  return /\s/.test(between) ? "space" : undefined;
}

/** Removes what subtitles may omit, and records where each remaining unit was. */
function strip(text: string): { bare: string; origins: Uint32Array } {
  const origins = new Uint32Array(text.length);
  let bare = "";
  let from = 0;
  const keep = (until: number) => {
    for (let index = from; index < until; index += 1) origins[bare.length + index - from] = index;
    bare += text.slice(from, until);
  };
  for (const { index, 0: passed } of text.matchAll(passedOver)) {
    keep(index);
    from = index + passed.length;
  }
  keep(text.length);
  return { bare, origins };
}
