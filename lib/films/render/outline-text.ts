import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import * as fontkit from "fontkit";

/*
 * Text as outlines, from the font files of npm packages: a film has to look the same on every machine, and servers have no fonts.
 * Latin is Geist; Chinese, kana, Greek, Cyrillic and the rest of what Noto Sans SC covers come from its web font, which is split
 * into many files by range of code points. The sandbox has code like this of its own, since it shares none.
 */

interface Glyph {
  path: string;
  /** In units of the font, of which a glyph has this many. */
  advance: number;
  unitsPerEm: number;
  /** Thickens the outlines: the web font can only be read at its thinnest weight. */
  strokeUnits: number;
}

/** One line of text as SVG, its baseline at y = 0, and its width. */
export interface OutlinedLine {
  svg: string;
  width: number;
}

const notoStrokeUnits = 55;

let latin: fontkit.Font | undefined;
let notoRanges: { file: string; ranges: [number, number][] }[] | undefined;
const notoFonts = new Map<string, fontkit.Font>();
const glyphs = new Map<string, Glyph | null>();

/** A line of text. Characters without a glyph, such as pictographs, are left out. */
export function outlineLine(text: string, sizePx: number): OutlinedLine {
  const parts: string[] = [];
  let x = 0;
  for (const character of text.replaceAll(/\s/gu, " ")) {
    const glyph = findGlyph(character);
    if (!glyph) continue;
    const scale = sizePx / glyph.unitsPerEm;
    if (glyph.path !== "") parts.push(drawGlyph(glyph, x, scale));
    x += glyph.advance * scale;
  }
  return { svg: parts.join(""), width: x };
}

function drawGlyph({ path: outline, strokeUnits }: Glyph, x: number, scale: number): string {
  const size = scale.toFixed(6);
  const stroke = strokeUnits === 0 ? "" : ` stroke="currentColor" stroke-width="${strokeUnits}"`;
  return `<path transform="translate(${x.toFixed(2)} 0) scale(${size} -${size})" d="${outline}"${stroke}/>`;
}

function findGlyph(character: string): Glyph | null {
  const known = glyphs.get(character);
  if (known !== undefined) return known;
  const codePoint = character.codePointAt(0)!;
  const glyph = outlineGlyph(openLatin(), codePoint, 0) ?? findNotoGlyph(codePoint);
  glyphs.set(character, glyph);
  return glyph;
}

function findNotoGlyph(codePoint: number): Glyph | null {
  notoRanges ??= readNotoRanges();
  const isWithin = ([first, last]: readonly [number, number]) => codePoint >= first && codePoint <= last;
  const file = notoRanges.find(({ ranges }) => ranges.some(isWithin))?.file;
  if (!file) return null;
  const font = notoFonts.get(file) ?? openFont(path.join(notoFolder(), "files", file));
  notoFonts.set(file, font);
  return outlineGlyph(font, codePoint, notoStrokeUnits);
}

function outlineGlyph(font: fontkit.Font, codePoint: number, strokeUnits: number): Glyph | null {
  if (!font.hasGlyphForCodePoint(codePoint)) return null;
  const { path: outline, advanceWidth } = font.glyphForCodePoint(codePoint);
  return { path: outline.toSVG(), advance: advanceWidth, unitsPerEm: font.unitsPerEm, strokeUnits };
}

const resolvePackage = (file: string) => createRequire(import.meta.url).resolve(file);

function openLatin(): fontkit.Font {
  const folder = path.join(path.dirname(resolvePackage("geist/font/sans")), "fonts");
  latin ??= openFont(path.join(folder, "geist-sans", "Geist-SemiBold.ttf"));
  return latin;
}

function notoFolder(): string {
  const file = "@fontsource-variable/noto-sans-sc/files/noto-sans-sc-latin-wght-normal.woff2";
  return path.join(path.dirname(resolvePackage(file)), "..");
}

function openFont(file: string): fontkit.Font {
  const font = fontkit.openSync(file);
  if (!("glyphForCodePoint" in font)) throw new Error(`${file} is a collection, not a font`);
  return font;
}

/** Which file of the web font holds which code points. */
function readNotoRanges(): { file: string; ranges: [number, number][] }[] {
  const text = readFileSync(path.join(notoFolder(), "unicode.json"), "utf8");
  return Object.entries(JSON.parse(text) as Record<string, string>).map(([subset, ranges]) => ({
    file: `noto-sans-sc-${subset.replaceAll(/[[\]]/g, "")}-wght-normal.woff2`,
    ranges: ranges.split(",").map((range): [number, number] => {
      const [first = "", last = first] = range.slice(2).split("-");
      return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
    }),
  }));
}
