import { countCodePoints } from "@/lib/service/contract/text";
import {
  type Caption,
  type FilmDocument,
  maxNameLength,
  maxShots,
  type Place,
  type Shot,
} from "../film-document";
import { cutCaption } from "../film-limits";
import { placeShots, toMs } from "../lay-out-film";
import { findUsualFrame } from "./film-places";

/** A line of a script, as the shot that it becomes. */
export interface ScriptLine {
  text: string;
  name: string;
  seconds: number;
  /** Whether it is longer than its generator takes. */
  isTooLong: boolean;
}

const nameWords = 6;
const leastSeconds = 3;
const mostSeconds = 10;
/** How many characters are told in a second. */
const charactersPerSecond = 16;

/** "1.", "12)", "(3)", "Shot 4:", "镜头 5：", "- ", "* " and the like before a line. */
const numbering =
  /^\s*(?:(?:shot|scene|镜头|场景|第)?\s*[([（]?\d{1,4}(?:\s*(?:\.(?!\d)|[):：、．\]）]|镜|场|幕)+|\s*[-–—]\s)|[-–—*•·]\s)\s*/i;

/**
 * The lines of a script that are shots: without empty ones, numbers and bullets. Each has a name from its first words and a length that
 * its words suggest. Pure.
 *
 * @param textMaxLength of the generator, in Unicode code points
 */
export function readScript(script: string, { textMaxLength }: { textMaxLength: number }): ScriptLine[] {
  return script.split(/\r\n|[\n\r\u2028\u2029]/).flatMap((line): ScriptLine[] => {
    const text = cleanLine(line);
    if (text === "") return [];
    return [
      {
        text,
        name: nameLine(text),
        seconds: measureLine(text),
        isTooLong: countCodePoints(text) > textMaxLength,
      },
    ];
  });
}

/** Anything but marks and lines. */
const words = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;

function cleanLine(line: string): string {
  const plain = line.toWellFormed().replaceAll(/[\p{Cc}\uFFFD]/gu, " ");
  const cleaned = plain.replace(numbering, "").trim();
  // A line that is nothing but a number stays one.
  return [cleaned, plain.trim()].find((each) => words.test(each)) ?? "";
}

/** The first words, without camera instructions; of Chinese, the first sentence part. */
function nameLine(text: string): string {
  const plain = withoutCamera(text) || text;
  const [clause = plain] = plain.split(/(?<=.)[.!?;:,。！？；：，、—]/u, 1);
  const words = clause.trim().split(" ").slice(0, nameWords).join(" ");
  return [...words].slice(0, Math.min(maxNameLength, 60)).join("");
}

const withoutCamera = (text: string) =>
  text
    .replaceAll(/\[[^[\]]*\]/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();

/** Whole seconds. */
function measureLine(text: string): number {
  const told = Math.round(countCodePoints(text) / charactersPerSecond);
  return Math.max(leastSeconds, Math.min(mostSeconds, told));
}

/** How many lines a film has no room for. Pure. */
export function countSurplus(film: Pick<FilmDocument, "shots">, lines: readonly ScriptLine[]): number {
  return Math.max(0, film.shots.length + lines.length - maxShots);
}

/**
 * The shots of a script, each to be created. Pure.
 *
 * @param firstFrame whether the generator needs one: each shot then begins where the one before ends, if there is one
 * @param shotsBefore how many shots the film has before them
 */
export function makeStoryboard(
  lines: readonly ScriptLine[],
  {
    generator,
    firstFrame,
    shotsBefore,
    frameRate,
    newId,
  }: {
    generator: string;
    firstFrame: "required" | "none";
    shotsBefore: number;
    frameRate: number;
    newId: () => string;
  },
): Shot[] {
  return lines.map(({ text, name, seconds }, index): Shot => {
    const content: Place = {
      kind: "place",
      generator,
      text,
      model: null,
      firstFrame: findUsualFrame(firstFrame, shotsBefore + index),
      generationId: null,
    };
    return {
      id: newId(),
      name,
      frames: seconds * frameRate,
      content,
      fit: "fill",
      transition: { kind: "cut", frames: 0 },
    };
  });
}

/** What these shots of a film are to show as captions, each as long as its shot, without camera instructions. Pure. */
export function captionShots(
  film: FilmDocument,
  shotIds: ReadonlySet<string>,
  newId: () => string,
): Caption[] {
  return placeShots(film).flatMap(({ shot: { id, frames, content }, start }): Caption[] => {
    const text = shotIds.has(id) && content.kind === "place" ? withoutCamera(content.text) : "";
    if (text === "") return [];
    return [
      {
        id: newId(),
        atMs: Math.round(toMs(start, film.frameRate)),
        lengthMs: Math.round(toMs(frames, film.frameRate)),
        text: cutCaption(text),
      },
    ];
  });
}

/** A shot with a picture, and what it is created from. */
const hasPicture = (shot: Shot) => shot.content.kind === "picture";

/**
 * Turns pictures into shots to create that begin with them. What was written for a picture is what is written for its video; where
 * nothing was, its name. Pure.
 */
export function turnIntoVideos(
  film: FilmDocument,
  ids: ReadonlySet<string>,
  generator: string,
): FilmDocument {
  if (!film.shots.some((shot) => ids.has(shot.id) && hasPicture(shot))) return film;
  const shots = film.shots.map((shot): Shot => {
    if (!ids.has(shot.id) || shot.content.kind !== "picture") return shot;
    const { itemId } = shot.content;
    const content: Place = {
      kind: "place",
      generator,
      text: shot.origin?.text ?? shot.name,
      model: null,
      firstFrame: { of: "item", itemId },
      generationId: null,
      // The picture itself must not fall in again.
      after: shot.origin?.generationId ?? null,
    };
    return { ...shot, content, origin: null };
  });
  return { ...film, shots };
}
