/*
 * Where the words of a film stand: cards, slates and captions, for whoever draws them and knows how wide text is. All of it is pure.
 */

interface Size {
  width: number;
  height: number;
}

/** The width of a line of text in pixels, at a size of the font. */
export type MeasureText = (text: string, sizePx: number) => number;

export const lineHeight = 1.32;
/** Where capital letters stand above the baseline, of the size of the text. */
export const capHeight = 0.71;

export const cardTones = {
  dark: { ground: [17, 17, 19], text: "#f4f4f5" },
  light: { ground: [244, 244, 242], text: "#18181b" },
} as const;
export type CardTone = keyof typeof cardTones;

/** A line with the place of its baseline's beginning. */
export interface PlacedLine {
  text: string;
  sizePx: number;
  x: number;
  baseline: number;
  width: number;
  opacity: number;
}

interface Block {
  text: string;
  /** Of the shorter side. */
  share: number;
  opacity: number;
}

/** A card: its text in the middle, as large as fits. */
export function layOutCard(text: string, size: Size, measure: MeasureText): PlacedLine[] {
  return layOutBlocks([{ text, share: 0.085, opacity: 1 }], size, measure);
}

/** What stands for a shot that isn't there yet. */
export function layOutSlate(title: string, text: string, size: Size, measure: MeasureText): PlacedLine[] {
  const blocks = [
    { text: title, share: 0.06, opacity: 1 },
    { text, share: 0.038, opacity: 0.62 },
  ];
  return layOutBlocks(blocks, size, measure);
}

function layOutBlocks(blocks: readonly Block[], size: Size, measure: MeasureText): PlacedLine[] {
  const room = { width: size.width * 0.84, height: size.height * 0.84 };
  const shorter = Math.min(size.width, size.height);
  // Smaller until all of it fits; a text of two thousand characters is still drawn, though nobody reads it.
  let set: { text: string; sizePx: number; opacity: number }[] = [];
  for (let shrink = 1; shrink > 0.15; shrink *= 0.88) {
    set = blocks.flatMap(({ text, share, opacity }) => {
      const sizePx = share * shrink * shorter;
      return wrapText(text, { sizePx, maxWidth: room.width }, measure).map((line) => ({
        ...{ text: line, sizePx, opacity },
      }));
    });
    if (heightOf(set) <= room.height) break;
  }
  let y = (size.height - heightOf(set)) / 2;
  return set.map(({ text, sizePx, opacity }) => {
    const width = measure(text, sizePx);
    const baseline = y + (sizePx * (lineHeight + capHeight)) / 2;
    y += sizePx * lineHeight;
    return { text, sizePx, x: (size.width - width) / 2, baseline, width, opacity };
  });
}

const heightOf = (set: readonly { sizePx: number }[]) =>
  set.reduce((sum, { sizePx }) => sum + sizePx * lineHeight, 0);

/** A caption at the bottom of the frame, and the box of each of its lines. */
export interface CaptionLayout {
  sizePx: number;
  /** The height of a line. */
  step: number;
  lines: (PlacedLine & { y: number })[];
}

export function layOutCaption(text: string, size: Size, measure: MeasureText): CaptionLayout {
  const sizePx = Math.min(size.width * 0.06, Math.min(size.width, size.height) * 0.052);
  const wrapped = wrapText(text, { sizePx, maxWidth: size.width * 0.82 }, measure);
  const shown = wrapped.filter((line) => line !== "");
  const step = sizePx * lineHeight;
  const top = size.height * 0.93 - shown.length * step;
  const lines = shown.map((line, index) => {
    const width = measure(line, sizePx);
    const y = top + index * step;
    const baseline = y + (step + sizePx * capHeight) / 2;
    return { text: line, sizePx, x: (size.width - width) / 2, y, baseline, width, opacity: 1 };
  });
  return { sizePx, step, lines };
}

/** How captions look; lengths are shares of the size of the text. */
export const captionLooks = {
  /** White with a soft shadow, so that it reads on any picture. */
  plain: { blur: 0.09, drop: 0.04, opacity: 0.85 },
  /** White on a dark box per line. */
  boxed: { colour: "#0b0b0c", opacity: 0.78, pad: 0.42, corner: 0.16 },
  /** White with a black outline. */
  outlined: { stroke: 0.17 },
} as const;

/** Splits a text into lines that are at most so wide, between words or between Chinese characters. */
export function wrapText(
  text: string,
  { sizePx, maxWidth }: { sizePx: number; maxWidth: number },
  measure: MeasureText,
): string[] {
  const widthOf = (line: string) => measure(line.trimEnd(), sizePx);
  return text.split(/\r\n|[\r\n\u2028\u2029]/u).flatMap((paragraph) => {
    const lines = [""];
    for (const piece of paragraph.match(pieces) ?? []) {
      // A word that is wider than a line is split anywhere.
      const fits = widthOf(piece) <= maxWidth ? [piece] : [...piece];
      for (const part of fits) {
        const line = lines.at(-1)!;
        if (line === "" || widthOf(line + part) <= maxWidth) lines[lines.length - 1] = line + part;
        else lines.push(part.trimStart());
      }
    }
    return lines.map((line) => line.trim());
  });
}

/** Words with what follows them, and single characters of scripts without spaces with their punctuation. */
const pieces =
  /[^\s\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]+\s*|[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef][，。！？；：、”’）》]*\s*|\s+/gsu;
