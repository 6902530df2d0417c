import sharp from "sharp";
import type { FilmDocument } from "../film-document";
import { toFilmColour, toPlanes } from "./convert-colours";
import { outlineLine, wrapText } from "./outline-text";
import { createPlanes, fillPlanes, layOver, type Overlay, type Planes } from "./planes";

interface Size {
  width: number;
  height: number;
}

const lineHeight = 1.32;
/** Where capital letters stand above the baseline, of the size of the text. */
const capHeight = 0.71;

const tones = {
  dark: { ground: [17, 17, 19], text: "#f4f4f5" },
  light: { ground: [244, 244, 242], text: "#18181b" },
} as const;

/** A card: its text in the middle, as large as fits. */
export async function drawCard(text: string, tone: "dark" | "light", size: Size): Promise<Planes> {
  return drawLines(size, tone, [{ text, share: 0.085, opacity: 1 }]);
}

/** What stands for a shot that isn't there yet. */
export async function drawSlate(title: string, text: string, size: Size): Promise<Planes> {
  return drawLines(size, "dark", [
    { text: title, share: 0.06, opacity: 1 },
    { text, share: 0.038, opacity: 0.62 },
  ]);
}

interface Block {
  text: string;
  /** Of the shorter side. */
  share: number;
  opacity: number;
}

async function drawLines(size: Size, tone: keyof typeof tones, blocks: readonly Block[]): Promise<Planes> {
  const { ground, text: colour } = tones[tone];
  const picture = createPlanes(size.width, size.height);
  fillPlanes(picture, toFilmColour(ground[0], ground[1], ground[2]));
  const room = { width: size.width * 0.84, height: size.height * 0.84 };
  const shorter = Math.min(size.width, size.height);
  // Smaller until all of it fits; a text of two thousand characters is still drawn, though nobody reads it.
  let set: { line: string; sizePx: number; opacity: number }[] = [];
  for (let shrink = 1; shrink > 0.15; shrink *= 0.88) {
    set = blocks.flatMap(({ text, share, opacity }) => {
      const sizePx = share * shrink * shorter;
      return wrapText(text, { sizePx, maxWidth: room.width }).map((line) => ({ line, sizePx, opacity }));
    });
    if (heightOf(set) <= room.height) break;
  }
  let y = (size.height - heightOf(set)) / 2;
  const lines = set.map(({ line, sizePx, opacity }) => {
    const { svg, width } = outlineLine(line, sizePx);
    const baseline = y + (sizePx * (lineHeight + capHeight)) / 2;
    y += sizePx * lineHeight;
    return `<g opacity="${opacity}" transform="translate(${(size.width - width) / 2} ${baseline})">${svg}</g>`;
  });
  const overlay = await rasterise(`<g fill="${colour}" color="${colour}">${lines.join("")}</g>`, size);
  if (overlay) layOver(picture, overlay);
  return picture;
}

const heightOf = (set: readonly { sizePx: number }[]) =>
  set.reduce((sum, { sizePx }) => sum + sizePx * lineHeight, 0);

/** A caption as an overlay of a film of that size, at the bottom; null where nothing of it can be seen. */
export async function drawCaption(
  text: string,
  style: FilmDocument["captionStyle"],
  size: Size,
): Promise<Overlay | null> {
  const sizePx = Math.min(size.width * 0.06, Math.min(size.width, size.height) * 0.052);
  const lines = wrapText(text, { sizePx, maxWidth: size.width * 0.82 })
    .filter((line) => line !== "")
    .map((line) => outlineLine(line, sizePx));
  const step = sizePx * lineHeight;
  const top = size.height * 0.93 - lines.length * step;
  const drawn = lines.map(({ svg, width }, index) => {
    const x = (size.width - width) / 2;
    const y = top + index * step;
    const at = `transform="translate(${x.toFixed(2)} ${(y + (step + sizePx * capHeight) / 2).toFixed(2)})"`;
    return { at, svg, x, y, width };
  });
  return rasterise(drawStyles[style](drawn, { sizePx, step }), size);
}

interface DrawnLine {
  at: string;
  svg: string;
  x: number;
  y: number;
  width: number;
}

const drawStyles: Record<
  FilmDocument["captionStyle"],
  (lines: readonly DrawnLine[], measures: { sizePx: number; step: number }) => string
> = {
  /** White with a soft shadow, so that it reads on any picture. */
  plain: (lines, { sizePx }) => {
    const shadow = lines.map(({ at, svg }) => `<g ${at}>${svg}</g>`).join("");
    return (
      `<defs><filter id="soft" x="-20%" y="-60%" width="140%" height="220%"><feGaussianBlur stdDeviation="${sizePx * 0.09}"/></filter></defs>` +
      `<g fill="#000" color="#000" stroke="#000" stroke-width="0" filter="url(#soft)" opacity="0.85" transform="translate(0 ${sizePx * 0.04})">${shadow}</g>` +
      `<g fill="#fff" color="#fff">${shadow}</g>`
    );
  },
  /** White on a dark box per line. */
  boxed: (lines, { sizePx, step }) => {
    const pad = sizePx * 0.42;
    const boxes = lines.map(
      ({ x, y, width }) =>
        `<rect x="${x - pad}" y="${y - 0.5}" width="${width + 2 * pad}" height="${step + 1}" rx="${sizePx * 0.16}"/>`,
    );
    const texts = lines.map(({ at, svg }) => `<g ${at}>${svg}</g>`);
    return `<g fill="#0b0b0c" opacity="0.78">${boxes.join("")}</g><g fill="#fff" color="#fff">${texts.join("")}</g>`;
  },
  /** White with a black outline. */
  outlined: (lines, { sizePx }) => {
    const outline = lines.map(({ at, svg }) => `<g ${at}>${thicken(svg, sizePx)}</g>`);
    const texts = lines.map(({ at, svg }) => `<g ${at}>${svg}</g>`);
    return `<g fill="#000" color="#000">${outline.join("")}</g><g fill="#fff" color="#fff">${texts.join("")}</g>`;
  },
};

/** Glyphs with a border of their own: its width is in the units of each glyph. */
function thicken(svg: string, sizePx: number): string {
  return svg.replaceAll(
    /scale\(([\d.]+) -[\d.]+\)" d="([^"]*)"[^/]*\/>/g,
    (_, scale: string, outline: string) => {
      const stroke = (sizePx * 0.17) / Number(scale);
      return `scale(${scale} -${scale})" d="${outline}" stroke="#000" stroke-linejoin="round" stroke-width="${stroke.toFixed(1)}"/>`;
    },
  );
}

/** Draws SVG and keeps the part of it in which there is something. */
async function rasterise(content: string, { width, height }: Size): Promise<Overlay | null> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`;
  const pixels = await sharp(Buffer.from(svg), { limitInputPixels: false }).ensureAlpha().raw().toBuffer();
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0, at = 3; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 4) {
      if (pixels[at] === 0) continue;
      if (x < left) left = x;
      if (x >= right) right = x + 1;
      if (y < top) top = y;
      bottom = y + 1;
    }
  }
  if (right <= left) return null;
  const x = left & ~1;
  const y = top & ~1;
  const part = { width: (right - x + 1) & ~1, height: (bottom - y + 1) & ~1 };
  const cut = new Uint8Array(part.width * part.height * 4);
  const opacity = new Uint8Array(part.width * part.height);
  for (let row = 0; row < part.height; row += 1) {
    const from = ((y + row) * width + x) * 4;
    cut.set(pixels.subarray(from, from + part.width * 4), row * part.width * 4);
  }
  for (let at = 0; at < opacity.length; at += 1) opacity[at] = cut[at * 4 + 3]!;
  return {
    x,
    y,
    planes: toPlanes(cut, { ...part, channels: 4 }),
    opacity,
    colourOpacity: halve(opacity, part),
  };
}

function halve(opacity: Uint8Array, { width, height }: Size): Uint8Array {
  const half = new Uint8Array((width >> 1) * (height >> 1));
  for (let row = 0, to = 0; row < height; row += 2) {
    for (let at = row * width; at < (row + 1) * width; at += 2, to += 1) {
      half[to] = (opacity[at]! + opacity[at + 1]! + opacity[at + width]! + opacity[at + width + 1]! + 2) >> 2;
    }
  }
  return half;
}
