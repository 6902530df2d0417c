import type { z } from "zod";
import { strictObject } from "@/lib/service/contract/fields";
import { reportProblem } from "@/lib/service/contract/issue";
import { checkNarrationRules, narrationRequestShape } from "@/lib/service/contract/narration";
import { assetSourceSchema } from "../_kit/media-source";

const textSources = ["text", "text_file", "text_file_id"] as const;

/**
 * The input of a narration: service.md "Asynchronous speech synthesis request", with an asset as text file.
 * checkInput (runner.server.ts) checks the file and the values that depend on the connection.
 */
export const narrationInputSchema = strictObject({
  ...narrationRequestShape,
  text_file: assetSourceSchema
    .optional()
    .describe(
      "A txt or zip file in the studio as {assetId}: UTF-8, under 1,000,000 characters. A zip contains txt files, or json files with the texts title, content and extra. It's checked, then uploaded to the service.",
    ),
})
  .superRefine((input, context) => {
    const given = textSources.filter((name) => input[name] !== undefined);
    if (given.length === 0) reportProblem(context, ["text"], "narration.text.missing");
    for (const name of given.slice(1)) reportProblem(context, [name], "narration.text-file.with-text");
    checkNarrationRules(input, context);
  })
  .describe(
    "A long text read aloud. Rules between fields: exactly one of text, text_file and text_file_id; tone tags need a 2.8 model; voice_modify needs mp3, wav or flac; fluent and whisper need a 2.6 model; Persian, Filipino and Tamil need a 2.8 or 2.6 model. Without effect, so not sent and listed in notes: a bitrate with a format other than mp3.",
  );

export type NarrationInput = z.output<typeof narrationInputSchema>;
/** Values before parsing. */
export type NarrationFormValues = z.input<typeof narrationInputSchema>;
/** Every field of the form; absent ones are undefined. */
export type NarrationForm = { [Name in keyof Required<NarrationFormValues>]: NarrationFormValues[Name] };
