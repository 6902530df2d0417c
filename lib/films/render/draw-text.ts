import sharp from "sharp";
import type { FilmDocument } from "../film-document";
import {
  type CaptionLayout,
  captionLooks,
  type CardTone,
  cardTones,
  layOutCaption,
  layOutCard,
  layOutSlate,
  type MeasureText,
  type PlacedLine,
} from "../picture/lay-out-text";
import { toFilmColour, toPlanes } from "./convert-colours";
import { outlineLine } from "./outline-text";
import { createPlanes, fillPlanes, layOver, type Overlay, type Planes } from "./planes";

interface Size {
  width: number;
  height: number;
}

const measure: MeasureText = (text, sizePx) => outlineLine(text, sizePx).width;

/** A card: its text in the middle, as large as fits. */
export async function drawCard(text: string, tone: CardTone, size: Size): Promise<Planes> {
  return drawLines(size, tone, layOutCard(text, size, measure));
}

/** What stands for a shot that isn't there yet. */
export async function drawSlate(title: string, text: string, size: Size): Promise<Planes> {
  return drawLines(size, "dark", layOutSlate(title, text, size, measure));
}

async function drawLines(size: Size, tone: CardTone, placed: readonly PlacedLine[]): Promise<Planes> {
  const { ground, text: colour } = cardTones[tone];
  const picture = createPlanes(size.width, size.height);
  fillPlanes(picture, toFilmColour(ground[0], ground[1], ground[2]));
  const lines = placed.map(
    ({ text, sizePx, x, baseline, opacity }) =>
      `<g opacity="${opacity}" transform="translate(${x} ${baseline})">${outlineLine(text, sizePx).svg}</g>`,
  );
  const overlay = await rasterise(`<g fill="${colour}" color="${colour}">${lines.join("")}</g>`, size);
  if (overlay) layOver(picture, overlay);
  return picture;
}

/** A caption as an overlay of a film of that size, at the bottom; null where nothing of it can be seen. */
export async function drawCaption(
  text: string,
  style: FilmDocument["captionStyle"],
  size: Size,
): Promise<Overlay | null> {
  const layout = layOutCaption(text, size, measure);
  return rasterise(drawStyles[style](layout), size);
}

const place = ({ x, baseline }: PlacedLine) =>
  `transform="translate(${x.toFixed(2)} ${baseline.toFixed(2)})"`;
const outline = ({ text, sizePx }: PlacedLine) => outlineLine(text, sizePx).svg;
const drawText = (lines: readonly PlacedLine[]) =>
  lines.map((line) => `<g ${place(line)}>${outline(line)}</g>`).join("");

const drawStyles: Record<FilmDocument["captionStyle"], (layout: CaptionLayout) => string> = {
  plain: ({ lines, sizePx }) => {
    const { blur, drop, opacity } = captionLooks.plain;
    return (
      `<defs><filter id="soft" x="-20%" y="-60%" width="140%" height="220%"><feGaussianBlur stdDeviation="${sizePx * blur}"/></filter></defs>` +
      `<g fill="#000" color="#000" stroke="#000" stroke-width="0" filter="url(#soft)" opacity="${opacity}" transform="translate(0 ${sizePx * drop})">${drawText(lines)}</g>` +
      `<g fill="#fff" color="#fff">${drawText(lines)}</g>`
    );
  },
  boxed: ({ lines, sizePx, step }) => {
    const { colour, opacity, pad, corner } = captionLooks.boxed;
    const boxes = lines.map(
      ({ x, y, width }) =>
        `<rect x="${x - sizePx * pad}" y="${y - 0.5}" width="${width + 2 * sizePx * pad}" height="${step + 1}" rx="${sizePx * corner}"/>`,
    );
    return `<g fill="${colour}" opacity="${opacity}">${boxes.join("")}</g><g fill="#fff" color="#fff">${drawText(lines)}</g>`;
  },
  outlined: ({ lines, sizePx }) => {
    const thick = lines.map((line) => `<g ${place(line)}>${thicken(outline(line), sizePx)}</g>`);
    return `<g fill="#000" color="#000">${thick.join("")}</g><g fill="#fff" color="#fff">${drawText(lines)}</g>`;
  },
};

/** Glyphs with a border of their own: its width is in the units of each glyph. */
function thicken(svg: string, sizePx: number): string {
  return svg.replaceAll(
    /scale\(([\d.]+) -[\d.]+\)" d="([^"]*)"[^/]*\/>/g,
    (_, scale: string, outline: string) => {
      const stroke = (sizePx * captionLooks.outlined.stroke) / Number(scale);
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
