import type { z } from "zod";
import { strictObject } from "@/lib/service/contract/fields";
import { speechRequestShape } from "@/lib/service/contract/speech";
import { checkSpeechRequestRules } from "@/lib/service/contract/speech-rules";

/**
 * The input of a speech generation: service.md "Synchronous speech synthesis request". Values that it leaves open
 * depend on the connection (checkInput in runner.server.ts).
 */
export const speechInputSchema = strictObject(speechRequestShape)
  .superRefine(checkSpeechRequestRules)
  .describe(
    "Text to speech. Rules between fields: stream excludes wav; voice_modify needs mp3, wav or flac, and mp3 when streaming; fluent and whisper need a 2.6 model, as do Persian, Filipino and Tamil. Without effect, so not sent and listed in notes: subtitles, the watermark and url delivery in a stream, stream_options without one, a bitrate with a format other than mp3.",
  );

export type SpeechInput = z.output<typeof speechInputSchema>;
/** Values before parsing. */
export type SpeechFormValues = z.input<typeof speechInputSchema>;
/** Every field of the form; absent ones are undefined. */
export type SpeechForm = { [Name in keyof Required<SpeechFormValues>]: SpeechFormValues[Name] };
