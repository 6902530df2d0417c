import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import * as fontkit from "fontkit";

/*
 * Text as outlines, from the font files of npm packages: a bare machine has no fonts, and pictures must look the same on
 * every machine. Latin is Geist; Chinese, kana, Cyrillic and the rest of what Noto Sans SC covers come from its web font,
 * which is split into many files by range of code points.
 */

interface Face {
  font: fontkit.Font;
  /** Thickens the outlines, in units of the font: the web font can only be read at its thinnest weight. */
  strokeUnits: number;
}

interface Glyph {
  path: string;
  advance: number;
  scale: number;
  strokeUnits: number;
}

interface TextStyle {
  face: "sans" | "mono";
  sizePx: number;
}

const require = createRequire(import.meta.url);
const geistFolder = join(dirname(require.resolve("geist/font/sans")), "fonts");
const notoFolder = dirname(
  require.resolve("@fontsource-variable/noto-sans-sc/files/noto-sans-sc-latin-wght-normal.woff2"),
);
const FACES = {
  sans: openFace(join(geistFolder, "geist-sans", "Geist-Medium.ttf")),
  mono: openFace(join(geistFolder, "geist-mono", "GeistMono-Regular.ttf")),
};
/** Lifts the thinnest weight of Noto Sans to that of Geist, without closing dense characters. */
const NOTO_STROKE_UNITS = 30;
const NOTO_RANGES = readNotoRanges();
const MISSING_GLYPH: Glyph = {
  path: "M80 0H520V700H80ZM130 50V650H470V50Z",
  advance: 600,
  scale: 1 / 1000,
  strokeUnits: 0,
};

const notoFaces = new Map<string, Face>();
const glyphs = new Map<string, Glyph>();

/**
 * One line of text as SVG elements with its baseline at y = 0. `maxWidth` cuts it with an ellipsis; a character that no
 * font has is an empty box.
 */
export function outlineText(
  text: string,
  { maxWidth = Number.POSITIVE_INFINITY, sizePx, face }: TextStyle & { maxWidth?: number },
): { svg: string; width: number } {
  const widthOf = (glyph: Glyph) => glyph.advance * glyph.scale * sizePx;
  const line = [...text.replace(/\s+/gu, " ")].map((character) => findGlyph(character, face));
  let width = line.reduce((sum, glyph) => sum + widthOf(glyph), 0);
  if (width > maxWidth) {
    const ellipsis = findGlyph("…", face);
    while (line.length > 0 && width + widthOf(ellipsis) > maxWidth) width -= widthOf(line.pop()!);
    line.push(ellipsis);
    width += widthOf(ellipsis);
  }
  let x = 0;
  const paths = line.map((glyph) => {
    const path = drawGlyph(glyph, x, sizePx);
    x += widthOf(glyph);
    return path;
  });
  return { svg: paths.join(""), width };
}

/** Splits a text into lines that fit, between words or between Chinese characters. */
export function wrapText(
  text: string,
  { maxWidth, maxLines, ...style }: TextStyle & { maxWidth: number; maxLines: number },
): string[] {
  const pieces = text.match(/[^\s\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]+\s*|./gsu) ?? [];
  const lines = [""];
  for (const piece of pieces) {
    const line = lines.at(-1)!;
    const fits = line === "" || outlineText(line + piece, style).width <= maxWidth;
    if (fits || lines.length === maxLines) lines[lines.length - 1] = line + piece;
    else lines.push(piece);
  }
  return lines.map((line) => line.trim()).filter((line) => line !== "");
}

function drawGlyph({ path, scale, strokeUnits }: Glyph, x: number, sizePx: number): string {
  if (path === "") return "";
  const size = (scale * sizePx).toFixed(6);
  const stroke = `stroke="currentColor" stroke-width="${strokeUnits}" stroke-linejoin="round"`;
  return `<path transform="translate(${x.toFixed(2)} 0) scale(${size} -${size})" d="${path}"${strokeUnits === 0 ? "" : ` ${stroke}`}/>`;
}

function findGlyph(character: string, faceName: keyof typeof FACES): Glyph {
  const name = `${faceName}${character}`;
  const known = glyphs.get(name);
  if (known !== undefined) return known;
  const codePoint = character.codePointAt(0)!;
  const faces = [FACES[faceName], findNotoFace(codePoint)];
  const face = faces.find((candidate) => candidate?.font.hasGlyphForCodePoint(codePoint) === true);
  const glyph = face == null ? MISSING_GLYPH : outlineGlyph(face, codePoint);
  glyphs.set(name, glyph);
  return glyph;
}

function outlineGlyph({ font, strokeUnits }: Face, codePoint: number): Glyph {
  const { path, advanceWidth } = font.glyphForCodePoint(codePoint);
  return { path: path.toSVG(), advance: advanceWidth, scale: 1 / font.unitsPerEm, strokeUnits };
}

function findNotoFace(codePoint: number): Face | null {
  const isWithin = ([first, last]: readonly [number, number]) => codePoint >= first && codePoint <= last;
  const file = NOTO_RANGES.find(({ ranges }) => ranges.some(isWithin))?.file;
  if (file === undefined) return null;
  const face = notoFaces.get(file) ?? openFace(join(notoFolder, file), NOTO_STROKE_UNITS);
  notoFaces.set(file, face);
  return face;
}

function openFace(path: string, strokeUnits = 0): Face {
  const font = fontkit.openSync(path);
  if (!("glyphForCodePoint" in font)) throw new Error(`${path} is a collection, not a font`);
  return { font, strokeUnits };
}

/** Which file of the web font holds which code points. */
function readNotoRanges(): { file: string; ranges: [number, number][] }[] {
  const text = readFileSync(join(notoFolder, "..", "unicode.json"), "utf8");
  return Object.entries(JSON.parse(text) as Record<string, string>).map(([subset, ranges]) => ({
    file: `noto-sans-sc-${subset.replace(/[[\]]/g, "")}-wght-normal.woff2`,
    ranges: ranges.split(",").map((range) => {
      const [first = "", last = first] = range.slice(2).split("-");
      return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
    }),
  }));
}
