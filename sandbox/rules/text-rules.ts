import { stripFaultDirectives } from "../faults.ts";
import { invalidParameter, Refusal } from "../http/refusal.ts";
import { TONE_TAG_PATTERN } from "../media/speech/tone-tags.ts";
import { countCodePoints } from "./fields.ts";

const HIGHEST_INVISIBLE_RATIO = 0.1;
const PAUSE = /<#([^#<>]*)#>/g;
/** Checks a text to be spoken. Throws 2013 for a bad pause marker, 1042 for more than 10 % invisible characters. */
export function checkSpokenText(name: string, text: string): void {
  checkPauseMarkers(name, stripFaultDirectives(text));
  if (measureInvisibleRatio(text) > HIGHEST_INVISIBLE_RATIO) throw new Refusal(1042);
}

/**
 * Checks the pause markers of a text to be spoken: `<#x#>` with x from 0.01 to 99.99 and at most two decimals, between
 * two pronounceable texts, never two in a row (service.md, text rule 2 of asynchronous speech). Throws a 2013 refusal.
 */
function checkPauseMarkers(name: string, text: string): void {
  for (const [, seconds = ""] of text.matchAll(PAUSE)) {
    const isWellFormed = /^\d{1,2}(\.\d{1,2})?$/.test(seconds) && Number(seconds) >= 0.01;
    if (!isWellFormed)
      throw invalidParameter(name, `pause marker <#${seconds}#> must be 0.01 to 99.99 with two decimals`);
  }
  const spoken = text.replace(PAUSE, "\u0000").split("\u0000");
  if (spoken.length > 1 && !spoken.every((part) => /[\p{L}\p{N}]/u.test(part))) {
    throw invalidParameter(name, "a pause marker must stand between two pronounceable texts");
  }
}

/** Throws a 2013 refusal for tone tags with a model that does not take them (service.md, text rule 1). */
export function checkToneTags(name: string, text: string, model: string): void {
  const [tag] = text.match(TONE_TAG_PATTERN) ?? [];
  if (tag !== undefined && !model.startsWith("speech-2.8-")) {
    throw invalidParameter(name, `the tone tag ${tag} is supported by speech-2.8 only`);
  }
}

/** Share of invisible characters, 0 to 1 (unshown.md: above 10 % gives error 1042). */
export function measureInvisibleRatio(text: string): number {
  const length = countCodePoints(text);
  const invisible = text
    .match(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu)
    ?.filter((character) => !/[\n\r\t]/.test(character));
  return length === 0 ? 0 : (invisible?.length ?? 0) / length;
}
