import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { isShortened, shortenInput } from "@/lib/generations/read/shorten-generation";

type Fields = Readonly<Record<string, unknown>>;

/**
 * The fields of an input that differ from a new form, `null` for emptied ones. Defaults are omitted, so that a later
 * visit gets those of its language and version.
 *
 * @returns null if nothing differs
 */
export function findChoices(input: Fields, defaults: Fields): Record<string, unknown> | null {
  const names = new Set([...Object.keys(defaults), ...Object.keys(input)]);
  const choices: Record<string, unknown> = {};
  for (const name of names) {
    const value = input[name] ?? null;
    const usual = defaults[name] ?? null;
    if (isFields(value) && isFields(usual)) {
      const inside = findChoices(value, usual);
      if (inside) choices[name] = inside;
    } else if (JSON.stringify(value) !== JSON.stringify(usual)) {
      choices[name] = value;
    }
  }
  return Object.keys(choices).length > 0 ? choices : null;
}

/**
 * The complete input of a new form with these choices.
 *
 * @param choices untrusted, from the browser's storage
 */
export function applyChoices(choices: unknown, defaults: Fields): Record<string, unknown> {
  const input: Record<string, unknown> = { ...defaults };
  if (!isFields(choices)) return input;
  for (const [name, value] of Object.entries(choices)) {
    const usual = defaults[name];
    if (value === null) delete input[name];
    else input[name] = isFields(value) && isFields(usual) ? applyChoices(value, usual) : value;
  }
  return input;
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Fields that a person writes text in. */
const written = ["prompt", "lyrics", "text"] as const;

/**
 * A draft with text that was never sent; null if nothing would be lost without it.
 *
 * @param draft untrusted, from the browser's storage
 * @param sent a draft is compared with a shortened input by the beginnings of its texts
 */
export function findUnsentDraft(
  draft: unknown,
  sent: readonly Pick<GenerationDto, "input">[],
): Record<string, unknown> | null {
  if (typeof draft !== "object" || draft === null) return null;
  const input = draft as Record<string, unknown>;
  const wordsOf = (each: Readonly<Record<string, unknown>>) =>
    written.map((name) => (typeof each[name] === "string" ? each[name].trim() : ""));
  const own = wordsOf(input);
  if (own.every((words) => words === "")) return null;
  const ownBeginnings = wordsOf(shortenInput(input));
  const isSent = sent.some((each) => {
    const compared = isShortened(each) ? ownBeginnings : own;
    return wordsOf(each.input).every((words, index) => words === compared[index]);
  });
  return isSent ? null : input;
}
