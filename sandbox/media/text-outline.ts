import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import * as fontkit from "fontkit";

/**
 * Text as outlines, from the font files of npm packages alone: a bare machine has no fonts, and pictures must come out
 * alike on every machine. Latin is Geist; Chinese, Japanese kana, Cyrillic and the rest of what Noto Sans SC covers come
 * from its web font, which lies in many small files by range of code points.
 */
interface TextOutline {
  /** SVG elements, baseline at y = 0, starting at x = 0. */
  svg: string;
  width: number;
}

interface Face {
  font: fontkit.Font;
  /** Stroke that thickens the outlines, in units of the font; the web font can only be read at its thinnest weight. */
  strokeUnits: number;
}

interface OutlinedGlyph {
  path: string;
  advance: number;
  scale: number;
  strokeUnits: number;
}

const require = createRequire(import.meta.url);
const geistFolder = join(dirname(require.resolve("geist/font/sans")), "fonts");
const notoFile = (name: string) => require.resolve(`@fontsource-variable/noto-sans-sc/files/${name}`);
const notoFolder = dirname(notoFile("noto-sans-sc-latin-wght-normal.woff2"));

const FACES = {
  sans: openFace(join(geistFolder, "geist-sans", "Geist-Medium.ttf")),
  mono: openFace(join(geistFolder, "geist-mono", "GeistMono-Regular.ttf")),
};

/** Lifts the thinnest weight of Noto Sans to the weight of Geist beside it, without closing dense characters. */
const NOTO_STROKE_UNITS = 30;

/** Which file of the web font holds which code points. */
const NOTO_RANGES = readNotoRanges();
const notoFaces = new Map<string, Face>();
const glyphs = new Map<string, OutlinedGlyph>();

/** Outlines of one line of text; `maxWidth` cuts it with an ellipsis. A character no font has is drawn as an empty box. */
export function outlineText(
  text: string,
  options: { face: keyof typeof FACES; sizePx: number; maxWidth?: number; letterSpacingPx?: number },
): TextOutline {
  const { maxWidth = Number.POSITIVE_INFINITY, sizePx, letterSpacingPx = 0 } = options;
  const placed: { glyph: OutlinedGlyph; x: number }[] = [];
  const ellipsis = findGlyph("…", options.face);
  const ellipsisWidth = ellipsis.advance * ellipsis.scale * sizePx;
  let width = 0;
  for (const character of text.replace(/\s+/gu, " ")) {
    const glyph = findGlyph(character, options.face);
    placed.push({ glyph, x: width });
    width += glyph.advance * glyph.scale * sizePx + letterSpacingPx;
    if (width > maxWidth) {
      while (placed.length > 0 && (placed.at(-1)?.x ?? 0) + ellipsisWidth > maxWidth) placed.pop();
      const end = placed.pop();
      placed.push({ glyph: ellipsis, x: end?.x ?? 0 });
      width = (end?.x ?? 0) + ellipsisWidth;
      break;
    }
  }
  return { svg: placed.map(({ glyph, x }) => drawGlyph(glyph, x, sizePx)).join(""), width };
}

/** Splits a text into lines that fit, between words or between Chinese characters. */
export function wrapText(
  text: string,
  options: { face: keyof typeof FACES; sizePx: number; maxWidth: number; maxLines: number },
): string[] {
  const pieces = text.match(/[^\s\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]+\s*|./gsu) ?? [];
  const lines: string[] = [];
  let line = "";
  for (const piece of pieces) {
    const isLastLine = lines.length === options.maxLines - 1;
    const fits =
      outlineText(line + piece, { face: options.face, sizePx: options.sizePx }).width <= options.maxWidth;
    if (fits || line === "" || isLastLine) line += piece;
    else {
      lines.push(line.trim());
      line = piece;
    }
  }
  return [...lines, line.trim()].filter((candidate) => candidate !== "");
}

function drawGlyph(glyph: OutlinedGlyph, x: number, sizePx: number): string {
  if (glyph.path === "") return "";
  const scale = glyph.scale * sizePx;
  const stroke =
    glyph.strokeUnits === 0
      ? ""
      : ` stroke="currentColor" stroke-width="${glyph.strokeUnits}" stroke-linejoin="round"`;
  return `<path transform="translate(${x.toFixed(2)} 0) scale(${scale.toFixed(6)} ${(-scale).toFixed(6)})" d="${glyph.path}"${stroke}/>`;
}

function findGlyph(character: string, faceName: keyof typeof FACES): OutlinedGlyph {
  const name = `${faceName}${character}`;
  const known = glyphs.get(name);
  if (known !== undefined) return known;
  const codePoint = character.codePointAt(0) ?? 0;
  const face = [FACES[faceName], findNotoFace(codePoint)].find((candidate) =>
    candidate?.font.hasGlyphForCodePoint(codePoint),
  );
  const glyph = face === undefined || face === null ? MISSING_GLYPH : outlineGlyph(face, codePoint);
  glyphs.set(name, glyph);
  return glyph;
}

const MISSING_GLYPH: OutlinedGlyph = {
  path: "M80 0H520V700H80ZM130 50V650H470V50Z",
  advance: 600,
  scale: 1 / 1000,
  strokeUnits: 0,
};

function outlineGlyph(face: Face, codePoint: number): OutlinedGlyph {
  const glyph = face.font.glyphForCodePoint(codePoint);
  return {
    path: glyph.path.toSVG(),
    advance: glyph.advanceWidth,
    scale: 1 / face.font.unitsPerEm,
    strokeUnits: face.strokeUnits,
  };
}

function findNotoFace(codePoint: number): Face | null {
  const file = NOTO_RANGES.find(({ ranges }) =>
    ranges.some(([first, last]) => codePoint >= first && codePoint <= last),
  )?.file;
  if (file === undefined) return null;
  const known = notoFaces.get(file);
  if (known !== undefined) return known;
  const face = openFace(join(notoFolder, file), NOTO_STROKE_UNITS);
  notoFaces.set(file, face);
  return face;
}

function openFace(path: string, strokeUnits = 0): Face {
  const font = fontkit.openSync(path);
  if (!("glyphForCodePoint" in font)) throw new Error(`${path} is a collection, not a font`);
  return { font, strokeUnits };
}

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
