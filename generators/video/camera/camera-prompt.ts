import type { TextSelection, TextToken } from "@/components/form/text-token";
import {
  CAMERA_GROUP_RECOMMENDED_MAX,
  findCameraBrackets,
  findCameraGroups,
  type CameraGroup,
  type CameraInstruction,
} from "@/lib/service/contract/camera-instructions";
import { readCameraNames, type CameraNames } from "./camera-names";

interface CameraWords {
  /** Advice for more simultaneous instructions than recommended. */
  crowded: string;
  /** Advice for brackets without any of the 15 instructions. */
  unknown: string;
  /** Advice for a localized name, which the service would read as plain words. */
  named: string;
  /** Names of instructions; the interface language comes first. */
  names: readonly CameraNames[];
  /** Why the model does not support instructions; undefined if it does. */
  refusal?: string | undefined;
}

/** Finds camera instructions in a prompt. The service rejects none, so problems are advice only. */
export function findCameraTokens(prompt: string, words: CameraWords): TextToken[] {
  return findCameraBrackets(prompt).flatMap(({ from, to, instructions }): TextToken[] => {
    const known = instructions.filter((instruction) => instruction !== null);
    const meant = readCameraNames(prompt.slice(from + 1, to - 1), words.names);
    const token = { from, to, kind: "camera" };
    if (words.refusal !== undefined) {
      return known.length === 0 && meant === null ? [] : [{ ...token, advice: words.refusal }];
    }
    if (known.length < instructions.length) {
      return [
        meant
          ? { ...token, advice: words.named, fix: writeGroup(meant) }
          : { ...token, advice: words.unknown },
      ];
    }
    const name = nameGroup(known, words.names);
    return [
      {
        ...token,
        ...(name === null ? {} : { gloss: name }),
        ...(known.length > CAMERA_GROUP_RECOMMENDED_MAX ? { advice: words.crowded } : {}),
      },
    ];
  });
}

/** The localized name of a group; null if the text already says it. */
function nameGroup(
  instructions: readonly CameraInstruction[],
  [names]: readonly CameraNames[],
): string | null {
  if (!names || instructions.every((instruction) => names[instruction] === instruction)) return null;
  return instructions.map((instruction) => names[instruction]).join(", ");
}

interface PromptPart {
  from: number;
  text: string;
  /** Whether it is a group of instructions with its brackets. */
  isGroup: boolean;
  /** The localized name; null if the text already says it. */
  gloss: string | null;
}

/** Splits a prompt into groups of instructions and the text between them. */
export function cutAtGroups(prompt: string, names: readonly CameraNames[]): PromptPart[] {
  const parts: PromptPart[] = [];
  let end = 0;
  const takeWords = (to: number) => {
    if (to > end) parts.push({ from: end, text: prompt.slice(end, to), isGroup: false, gloss: null });
  };
  for (const { from, to, instructions } of findCameraGroups(prompt)) {
    takeWords(from);
    parts.push({ from, text: prompt.slice(from, to), isGroup: true, gloss: nameGroup(instructions, names) });
    end = to;
  }
  takeWords(prompt.length);
  return parts;
}

/** The replacement of a range. */
export interface PromptChange extends TextSelection {
  insert: string;
}

/** A group in the format of the service, with brackets. */
export function writeGroup(instructions: readonly CameraInstruction[]): string {
  return `[${instructions.join(",")}]`;
}

/** The group around a selection. */
export function findGroupAt(prompt: string, { from, to }: TextSelection): CameraGroup | undefined {
  return findCameraGroups(prompt).find((group) => group.from < from && to < group.to);
}

/** Adds an instruction to a group; null if the group has it. */
export function joinGroup(group: CameraGroup, instruction: CameraInstruction): PromptChange | null {
  const { from, to, instructions } = group;
  if (instructions.includes(instruction)) return null;
  return { from, to, insert: writeGroup([...instructions, instruction]) };
}

/** Inserts a new group at a selection, separated from adjacent words. */
export function beginGroup(
  prompt: string,
  { from, to }: TextSelection,
  instruction: CameraInstruction,
): PromptChange {
  const before = /\S$/.test(prompt.slice(0, from)) ? " " : "";
  const after = /^\s/.test(prompt.slice(to)) ? "" : " ";
  return { from, to, insert: `${before}${writeGroup([instruction])}${after}` };
}

/** Removes an instruction from a group, and an empty group. */
export function leaveGroup(
  prompt: string,
  { from, to, instructions }: CameraGroup,
  instruction: CameraInstruction,
): string {
  const rest = instructions.filter((each) => each !== instruction);
  const before = prompt.slice(0, from);
  const after = prompt.slice(to);
  if (rest.length > 0) return before + writeGroup(rest) + after;
  return before.replace(/[ \t]+$/, "") + (before.trim() === "" ? after.trimStart() : after);
}

/** Swaps two groups; the text between them stays. */
export function swapGroups(prompt: string, one: CameraGroup, other: CameraGroup): string {
  const [first, second] = one.from < other.from ? [one, other] : [other, one];
  return (
    prompt.slice(0, first.from) +
    prompt.slice(second.from, second.to) +
    prompt.slice(first.to, second.from) +
    prompt.slice(first.from, first.to) +
    prompt.slice(second.to)
  );
}
