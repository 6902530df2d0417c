import type { InputCheck } from "@/lib/generations/record/definition-port";
import { findSpeechValueProblems } from "@/lib/service/contract/open-values";
import { supportsToneTags, TONE_TAG_MODELS } from "@/lib/service/contract/speech-marks";
import { checkTextFileId, offersEndpoint } from "@/lib/service/profiles/read-profile";
import { checkTexts, findFileToneTags } from "@/generators/narration/text-files/check-texts";
import { loadTextFile, toStoredFile } from "@/generators/narration/text-files/load-text-file.server";
import type { TextFile, TextFileProblem } from "@/generators/narration/text-files/text-file";
import { maxToldProblems } from "@/generators/narration/text-files/text-file-limits";
import type { NarrationInput } from "./narration-input";

/** Checks values against the connection's profile, and the text file, so that problems are reported before queueing. */
export const checkInput: InputCheck<NarrationInput> = async (input, context) => [
  ...findSpeechValueProblems(input, context.profile.fieldValues.speech),
  ...(await findTextProblems(input, context)),
];

const findTextProblems: InputCheck<NarrationInput> = async (input, context) => {
  const { model, text_file, text_file_id } = input;
  if (text_file_id !== undefined)
    return [checkTextFileId(context.profile, text_file_id)].filter((each) => each !== null);
  if (!text_file) return [];
  const asset = await context.findAsset(text_file.assetId);
  if (!asset) return [];
  const problems = offersEndpoint(context.profile, "fileUpload")
    ? checkTextFile(await loadTextFile(toStoredFile(asset)), model)
    : [{ key: "text-file.no-upload" as const, values: {} }];
  return problems.slice(0, maxToldProblems).map((problem) => ({ path: "text_file", ...problem }));
};

/** The problems of a text file, including tone tags that the model does not support. */
export function checkTextFile(file: TextFile, model: string): TextFileProblem[] {
  const problems = checkTexts(file);
  const tags = supportsToneTags(model) ? [] : findFileToneTags(file);
  if (tags.length > 0) {
    problems.push({
      key: "text-file.tone-tags",
      values: { tags: tags.join(", "), model, allowed: TONE_TAG_MODELS.join(", ") },
    });
  }
  return problems;
}
