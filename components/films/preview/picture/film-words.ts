import type { FilmDocument } from "@/lib/films/film-document";
import {
  captionLooks,
  type CardTone,
  cardTones,
  layOutCaption,
  layOutCard,
  layOutSlate,
  type PlacedLine,
} from "@/lib/films/picture/lay-out-text";

/*
 * The words of a film on a canvas, as lib/films/render/draw-text.ts draws them: letter by letter without kerning, so that lines break
 * and stand where they do in the file.
 */

interface Size {
  width: number;
  height: number;
}
export type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** Loaded with the first text that needs it. */
const notoFamily = "Noto Sans SC Variable";
/** From the radicals of Chinese on, and Greek, letters come from Noto, at its thinnest and thickened, as in the file. */
const notoStroke = 0.055;
const isNoto = (character: string) => /[\p{Script=Greek}\u2e80-\uffef]/u.test(character);
/** The file leaves out what its fonts don't have. */
const drawable =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Common}\p{Script=Inherited}]$/u;
const leftOut = /\p{Emoji_Presentation}|[\u200b-\u200f]|[\ufe00-\ufe0f]/u;

/** Widths are measured at this size and scaled. */
const measureSizePx = 1_000;

let measuring: Context | undefined;
const advances = new Map<string, number>();
let latinFamily: string | undefined;

function fontOf(character: string, sizePx: number): string {
  latinFamily ??= findLatinFamily();
  return isNoto(character)
    ? `100 ${sizePx}px "${notoFamily}", ${latinFamily}`
    : `600 ${sizePx}px ${latinFamily}`;
}

/** Geist as the studio's pages have it, without what stands in for it until it is loaded. */
function findLatinFamily(): string {
  const geist = getComputedStyle(document.documentElement).getPropertyValue("--font-geist-sans");
  const families = geist.split(",").filter((family) => family.trim() !== "" && !/fallback/i.test(family));
  return ['"Geist Further"', ...families, "sans-serif"].join(", ");
}

/** The letters of a text that are drawn. */
function listCharacters(text: string): string[] {
  const known = [...text.replaceAll(/\s/gu, " ")];
  return known.filter((character) => drawable.test(character) && !leftOut.test(character));
}

function advanceOf(character: string): number {
  const known = advances.get(character);
  if (known !== undefined) return known;
  measuring ??= new OffscreenCanvas(1, 1).getContext("2d")!;
  measuring.font = fontOf(character, measureSizePx);
  const advance = measuring.measureText(character).width / measureSizePx;
  advances.set(character, advance);
  return advance;
}

const measure = (text: string, sizePx: number) =>
  listCharacters(text).reduce((sum, character) => sum + advanceOf(character) * sizePx, 0);

/** Waits for the fonts of a text. Without one of them, the browser's own stands in. */
export async function loadFonts(text: string): Promise<void> {
  const characters = [...new Set(listCharacters(text))];
  const noto = characters.filter(isNoto).join("");
  if (noto !== "") await import("./noto-font");
  const wanted = [characters.filter((character) => !isNoto(character)).join(""), noto];
  await Promise.allSettled(
    wanted.filter((some) => some !== "").map((some) => document.fonts.load(fontOf(some[0]!, 16), some)),
  );
  // They may have been measured with another font.
  for (const character of characters) advances.delete(character);
}

function drawLine(context: Context, { text, sizePx, x, baseline }: PlacedLine, outlinePx = 0): void {
  context.textBaseline = "alphabetic";
  context.textAlign = "left";
  context.lineJoin = "round";
  let at = x;
  for (const character of listCharacters(text)) {
    context.font = fontOf(character, sizePx);
    const stroke = Math.max(outlinePx, isNoto(character) ? notoStroke * sizePx : 0);
    if (stroke > 0) {
      context.lineWidth = stroke;
      context.strokeText(character, at, baseline);
    }
    context.fillText(character, at, baseline);
    at += advanceOf(character) * sizePx;
  }
}

function drawLines(context: Context, lines: readonly PlacedLine[], colour: string, outlinePx = 0): void {
  context.fillStyle = colour;
  context.strokeStyle = colour;
  for (const line of lines) {
    context.globalAlpha = line.opacity;
    drawLine(context, line, outlinePx);
  }
  context.globalAlpha = 1;
}

function fillGround(context: Context, { width, height }: Size, tone: CardTone): void {
  context.fillStyle = `rgb(${cardTones[tone].ground.join(" ")})`;
  context.fillRect(0, 0, width, height);
}

export function drawCard(context: Context, text: string, tone: CardTone, size: Size): void {
  fillGround(context, size, tone);
  drawLines(context, layOutCard(text, size, measure), cardTones[tone].text);
}

/** What stands for a shot that isn't there, or can't be shown. */
export function drawSlate(context: Context, title: string, text: string, size: Size): void {
  fillGround(context, size, "dark");
  drawLines(context, layOutSlate(title, text, size, measure), cardTones.dark.text);
}

/** A caption over a transparent ground. */
export function drawCaption(
  context: Context,
  text: string,
  style: FilmDocument["captionStyle"],
  size: Size,
): void {
  const { lines, sizePx, step } = layOutCaption(text, size, measure);
  if (style === "boxed") {
    const { colour, opacity, pad, corner } = captionLooks.boxed;
    context.fillStyle = colour;
    context.globalAlpha = opacity;
    context.beginPath();
    for (const { x, y, width } of lines) {
      context.roundRect(x - sizePx * pad, y - 0.5, width + 2 * sizePx * pad, step + 1, sizePx * corner);
    }
    context.fill("nonzero");
    context.globalAlpha = 1;
  } else if (style === "outlined") {
    drawLines(context, lines, "#000", sizePx * captionLooks.outlined.stroke);
  } else {
    drawShadow(context, lines, size);
  }
  drawLines(context, lines, "#fff");
}

/** The shadow of a text alone, drawn with the text itself outside of the picture. */
function drawShadow(context: Context, lines: readonly PlacedLine[], size: Size): void {
  const { blur, drop, opacity } = captionLooks.plain;
  const sizePx = lines[0]?.sizePx ?? 0;
  const away = size.width * 2;
  context.save();
  context.shadowColor = `rgb(0 0 0 / ${opacity})`;
  // A shadow's blur is twice the deviation.
  context.shadowBlur = 2 * blur * sizePx;
  context.shadowOffsetX = away;
  context.shadowOffsetY = drop * sizePx;
  const moved = lines.map((line) => ({ ...line, x: line.x - away }));
  drawLines(context, moved, "#000");
  context.restore();
}
