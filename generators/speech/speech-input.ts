import type { z } from "zod";
import { strictObject } from "@/lib/service/contract/fields";
import { speechRequestShape } from "@/lib/service/contract/speech";
import { checkSpeechRequestRules } from "@/lib/service/contract/speech-rules";

/**
 * The input of a speech generation: service.md "Synchronous speech synthesis request" with every rule of it. Which
 * values the service takes where service.md leaves them open is the connection's to say (check-input.server.ts).
 * Form, server action, REST and worker parse with this one schema.
 */
export const speechInputSchema = strictObject(speechRequestShape)
  .superRefine(checkSpeechRequestRules)
  .describe(
    "Text to speech. Rules between fields: stream excludes wav; voice_modify needs mp3, wav or flac, and mp3 when streaming; fluent and whisper need a 2.6 model, as do Persian, Filipino and Tamil. Without effect, so not sent and listed in notes: subtitles, the watermark and url delivery in a stream, stream_options without one, a bitrate with a format other than mp3.",
  );

export type SpeechInput = z.output<typeof speechInputSchema>;
/** What a form holds: the same before parsing. */
export type SpeechFormValues = z.input<typeof speechInputSchema>;
/** The form's own picture of an input: every field, absent ones as undefined. */
export type SpeechForm = { [Name in keyof Required<SpeechFormValues>]: SpeechFormValues[Name] };
