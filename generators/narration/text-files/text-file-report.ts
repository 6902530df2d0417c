import { z } from "zod";
import { NARRATION_FILE_FIELDS } from "@/lib/service/contract/speech-options";
import { countCodePoints } from "@/lib/service/contract/text";
import { checkTexts, countCharacters, findFileToneTags } from "./check-texts";
import { skipReasons, type TextFile } from "./text-file";
import { maxToldProblems } from "./text-file-limits";

/** The response of `GET /api/v1/text-files/:assetId`. */
export const textFileReportSchema = z.object({
  kind: z.enum(["txt", "zip"]),
  name: z.string().describe("File name at upload."),
  characters: z.number().int().describe("Unicode code points of all texts, which is what the service bills."),
  texts: z.number().int().describe("Number of texts. Each gives an audio file, subtitles and an info file."),
  members: z
    .array(
      z.object({
        name: z.string().describe("A file in the zip, or the file itself."),
        parts: z.array(
          z.object({
            field: z.enum(NARRATION_FILE_FIELDS).nullable().describe("Field of the json file."),
            characters: z.number().int(),
          }),
        ),
      }),
    )
    .describe("In reading order."),
  toneTags: z.array(z.string()).describe("Tone tags in the texts. Only the 2.8 models support them."),
  skipped: z
    .array(
      z.object({
        member: z.string().describe("A file in the zip."),
        field: z.string().nullable().describe("A key of a JSON file, or null for the whole file."),
        reason: z.enum(skipReasons),
      }),
    )
    .describe("Parts of the zip that aren't sent, up to a limit."),
  skippedCount: z.number().int().describe("Number of parts that aren't sent."),
  beginning: z.string().describe("First words of the first text, to verify the encoding."),
  problems: z
    .array(z.object({ key: z.string(), values: z.record(z.string(), z.union([z.string(), z.number()])) }))
    .describe("Why it can't be sent. Empty if it can."),
});
export type TextFileReport = z.infer<typeof textFileReportSchema>;

const beginningLength = 120;

export function describeTextFile(file: TextFile): TextFileReport {
  const members = file.members.map(({ name, parts }) => ({
    name,
    parts: parts.map(({ field = null, text }) => ({ field, characters: countCodePoints(text) })),
  }));
  return {
    kind: file.kind,
    name: file.name,
    characters: countCharacters(file),
    texts: members.reduce((sum, { parts }) => sum + parts.length, 0),
    members,
    toneTags: findFileToneTags(file),
    skipped: file.skipped
      .slice(0, maxToldProblems)
      .map(({ member, field = null, reason }) => ({ member, field, reason })),
    skippedCount: file.skipped.length,
    beginning: cutBeginning(file.members[0]?.parts[0]?.text ?? ""),
    problems: checkTexts(file).slice(0, maxToldProblems),
  };
}

function cutBeginning(text: string): string {
  const characters = [...text.slice(0, 4 * beginningLength).trimStart()];
  const cut = characters.slice(0, beginningLength).join("").toWellFormed();
  return characters.length > beginningLength || text.length > 4 * beginningLength ? `${cut}…` : cut;
}
