import sharp from "sharp";
import { outlineText } from "../text-outline.ts";

/** A small picture of red, green, blue and opacity, to be laid over a frame. */
interface Stamp {
  width: number;
  height: number;
  pixels: Uint8Array;
}

/** Draws the clock and the name of a video onto a frame of red, green, blue and opacity. */
export type StampFrame = (frame: Uint8Array, index: number) => void;

const CHARACTERS = "0123456789:.# ";
/** With a blank on both sides. */
const CLOCK_LENGTH = 15;
/** Of a character of the mono face, in its size, rounded up to whole pixels. */
const ADVANCE = 0.65;

/**
 * A clock on an opaque plate at the lower left edge, with the name of the shot above it, both large enough to be read in a small
 * thumbnail: minutes, seconds and the frame of the second, then the number of the frame from 0. So a test reads from any frame of a
 * film where it comes from. The plate covers that of a first frame that was taken from another video.
 */
export async function createClockStamp({
  name,
  width,
  height,
  framesPerSecond,
}: {
  name: string;
  width: number;
  height: number;
  framesPerSecond: number;
}): Promise<StampFrame> {
  const sizePx = Math.floor(Math.min(width / (CLOCK_LENGTH * ADVANCE), height / 9));
  const plateHeight = Math.round(sizePx * 1.4);
  const [glyphs, title] = await Promise.all([
    drawGlyphs(sizePx, plateHeight),
    drawTitle(name, { sizePx: Math.round(sizePx * 0.8), height: plateHeight, width }),
  ]);
  return (frame, index) => {
    const bottom = height - plateHeight;
    if (title) lay(frame, title, { width, height, left: 0, top: bottom - title.height });
    let left = 0;
    for (const character of ` ${formatClock(index, framesPerSecond)} `) {
      const glyph = glyphs.get(character)!;
      lay(frame, glyph, { width, height, left, top: bottom });
      left += glyph.width;
    }
  };
}

/** `0:03.04 #0040`: minutes, seconds, the frame of the second, and the number of the frame. */
export function formatClock(index: number, framesPerSecond: number): string {
  const seconds = Math.floor(index / framesPerSecond);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}.${two(index % framesPerSecond)} #${String(index).padStart(4, "0")}`;
}

async function drawGlyphs(sizePx: number, height: number): Promise<Map<string, Stamp>> {
  const { width: advance } = outlineText("0", { face: "mono", sizePx });
  const width = Math.ceil(advance);
  const drawn = [...CHARACTERS].map(async (character): Promise<[string, Stamp]> => {
    const { svg } = character === " " ? { svg: "" } : outlineText(character, { face: "mono", sizePx });
    return [character, await drawPlate(svg, { width, height, x: 0, baseline: sizePx * 1.05 })];
  });
  return new Map(await Promise.all(drawn));
}

async function drawTitle(
  text: string,
  { sizePx, height, width }: { sizePx: number; height: number; width: number },
): Promise<Stamp | null> {
  if (text === "") return null;
  const margin = Math.round(sizePx * 0.5);
  const line = outlineText(text, { face: "sans", sizePx, maxWidth: width - 2 * margin });
  const plateWidth = Math.min(width, Math.ceil(line.width + 2 * margin));
  return drawPlate(line.svg, { width: plateWidth, height, x: margin, baseline: sizePx * 1.25 });
}

async function drawPlate(
  svg: string,
  { width, height, x, baseline }: { width: number; height: number; x: number; baseline: number },
): Promise<Stamp> {
  const plate = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="#101014"/><g transform="translate(${x} ${baseline})" fill="#fff" color="#fff">${svg}</g></svg>`;
  const pixels = await sharp(Buffer.from(plate)).ensureAlpha().raw().toBuffer();
  return { width, height, pixels };
}

/** Plates are opaque, so rows are copied. What lies beyond an edge is left out. */
function lay(
  frame: Uint8Array,
  stamp: Stamp,
  { width, height, left, top }: { width: number; height: number; left: number; top: number },
): void {
  const columns = Math.min(stamp.width, width - left);
  if (columns <= 0) return;
  for (let row = Math.max(0, -top); row < stamp.height && top + row < height; row += 1) {
    const from = row * stamp.width * 4;
    frame.set(stamp.pixels.subarray(from, from + columns * 4), ((top + row) * width + left) * 4);
  }
}
