import { NARRATION_LIMITS } from "@/lib/service/contract/speech-options";
import { findPauseMarkerProblems, PAUSE_SECONDS, findToneTags } from "@/lib/service/contract/speech-marks";
import { countCodePoints, isStorableText } from "@/lib/service/contract/text";
import { describePlace, type TextFile, type TextFileProblem } from "./text-file";

/**
 * The problems of a text file for any model: reading errors, and the rules of service.md: not empty, under 1,000,000
 * characters, valid pause markers.
 */
export function checkTexts(file: TextFile): TextFileProblem[] {
  const problems = [...file.problems];
  for (const { name, parts } of file.members) {
    if (
      parts.every(({ text }) => text.trim() === "") &&
      !problems.some(({ values }) => values.member === name)
    ) {
      problems.push({ key: "text-file.empty", values: { member: name } });
    }
    for (const part of parts) {
      const member = describePlace(name, part);
      if (!isStorableText(part.text)) problems.push({ key: "text-file.characters", values: { member } });
      for (const { problem, marker } of findPauseMarkerProblems(part.text)) {
        const { min, max } = PAUSE_SECONDS;
        problems.push({ key: `text-file.pause.${problem}`, values: { member, marker, min, max } });
      }
    }
  }
  const count = countCharacters(file);
  const { fileUnderLength: under } = NARRATION_LIMITS;
  if (count >= under) problems.push({ key: "text-file.too-long", values: { count, under } });
  return problems;
}

/** The number of code points, as the service counts "chars". */
export function countCharacters({ members }: TextFile): number {
  return members.reduce(
    (sum, { parts }) => parts.reduce((inner, { text }) => inner + countCodePoints(text), sum),
    0,
  );
}

/** The distinct tone tags in the file, which only some models support. */
export function findFileToneTags({ members }: TextFile): string[] {
  return [...new Set(members.flatMap(({ parts }) => parts.flatMap(({ text }) => findToneTags(text))))];
}
