import type { TextSelection, TextToken } from "@/components/form/text-token";
import {
  CAMERA_GROUP_RECOMMENDED_MAX,
  findCameraBrackets,
  findCameraGroups,
  type CameraGroup,
  type CameraInstruction,
} from "@/lib/service/contract/video-modes";
import { readCameraNames, type CameraNames } from "./camera-names";

interface CameraWords {
  /** More at once than is recommended. */
  crowded: string;
  /** In brackets, but none of the 15. */
  unknown: string;
  /** None of the 15 as it is written, but the name of one: the service would take it as words. */
  named: string;
  /** What instructions may be called; the first are those of the person's language. */
  names: readonly CameraNames[];
  /** Why the model takes none; undefined where it does. */
  refusal?: string | undefined;
}

/**
 * Camera instructions as tokens of a prompt. The service refuses none of what can be wrong with them, so that all is a
 * matter of advice.
 */
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

/** What a group is called in the person's language; null where that is what stands there already. */
function nameGroup(
  instructions: readonly CameraInstruction[],
  [names]: readonly CameraNames[],
): string | null {
  if (!names || instructions.every((instruction) => names[instruction] === instruction)) return null;
  return instructions.map((instruction) => names[instruction]).join(", ");
}

/** A stretch of a prompt. */
interface PromptPart {
  from: number;
  text: string;
  /** Whether it is a group of instructions, brackets included. */
  isGroup: boolean;
  /** What the group is called in the person's language; null where that is what stands there already. */
  gloss: string | null;
}

/** A prompt in its groups of instructions and the words between them; all parts together are the prompt. */
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

/** One change of a prompt: what is written in place of a range. */
export interface PromptChange extends TextSelection {
  insert: string;
}

/** A group as the service reads it, brackets included. */
export function writeGroup(instructions: readonly CameraInstruction[]): string {
  return `[${instructions.join(",")}]`;
}

/** The group that a selection lies in, its brackets included. */
export function findGroupAt(prompt: string, { from, to }: TextSelection): CameraGroup | undefined {
  return findCameraGroups(prompt).find((group) => group.from < from && to < group.to);
}

/** Has an instruction happen at once with those of a group; null where it is among them. */
export function joinGroup(group: CameraGroup, instruction: CameraInstruction): PromptChange | null {
  const { from, to, instructions } = group;
  if (instructions.includes(instruction)) return null;
  return { from, to, insert: writeGroup([...instructions, instruction]) };
}

/** Begins a move of its own at a selection, apart from the words beside it. */
export function beginGroup(
  prompt: string,
  { from, to }: TextSelection,
  instruction: CameraInstruction,
): PromptChange {
  const before = /\S$/.test(prompt.slice(0, from)) ? " " : "";
  const after = /^\s/.test(prompt.slice(to)) ? "" : " ";
  return { from, to, insert: `${before}${writeGroup([instruction])}${after}` };
}

/** Takes one instruction out of a group, with the brackets where it was the last. */
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

/** Exchanges two groups; the words around them stay where they are. */
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
