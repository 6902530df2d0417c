import type { z } from "zod";
import { strictObject } from "@/lib/service/contract/fields";
import { speechRequestShape } from "@/lib/service/contract/speech";
import { checkSpeechRequestRules } from "@/lib/service/contract/speech-rules";

/**
 * The input of a speech generation: service.md "Synchronous speech synthesis request" with every rule of it. Form,
 * server action, REST and worker parse with this one schema.
 */
export const speechInputSchema = strictObject(speechRequestShape)
  .superRefine(checkSpeechRequestRules)
  .describe(
    "A text spoken at once. Between fields: stream excludes wav; voice_modify needs mp3, wav or flac, in a stream mp3; fluent and whisper need a 2.6 model, as do Persian, Filipino and Tamil. Without effect, not sent and told in notes: subtitles, the watermark and url delivery in a stream, stream_options without one, a bitrate beside another format than mp3.",
  );

export type SpeechInput = z.output<typeof speechInputSchema>;
/** What a form holds: the same before parsing. */
export type SpeechFormValues = z.input<typeof speechInputSchema>;
/** The form's own picture of an input: every field, absent ones as undefined. */
export type SpeechForm = { [Name in keyof Required<SpeechFormValues>]: SpeechFormValues[Name] };
