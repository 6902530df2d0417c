import { z } from "zod";
import { LANGUAGE_BOOSTS } from "@/lib/service/contract/language-boost";

/** The longest voice id that is kept; no id of the service comes near it. */
export const voiceIdMaxLength = 256;

export const voiceDtoSchema = z.object({
  voiceId: z.string().describe("What `voice_id` takes."),
  name: z.string().nullable().describe("The service's own name for it."),
  description: z.array(z.string()).describe("The service's own words about it."),
  language: z
    .enum(LANGUAGE_BOOSTS)
    .nullable()
    .describe("What it speaks, as far as its id, name or description tell."),
});

/** Whose samples are listed. */
export const voiceModelSchema = z.string().min(1).max(64);

/** What GET /api/v1/voices answers. */
export const voiceListDtoSchema = z.object({
  voices: z.array(voiceDtoSchema),
  source: z
    .enum(["service", "known"])
    .describe(
      "`known`: the connected service lists no voices, or could not be asked; these are those of its document.",
    ),
  fault: z
    .object({ code: z.string().describe("Of the error catalogue.") })
    .nullable()
    .describe("Why the service's own list could not be had, or not be refreshed."),
  favourites: z.array(z.string()).describe("Voice ids, the newest last; they may be of another service."),
  recent: z.array(z.string()).describe("Voice ids that the caller used last, the newest first."),
  samples: z
    .array(
      z.object({
        voiceId: z.string(),
        url: z.string().describe("The sound, under the studio's own address."),
      }),
    )
    .describe("Voices that the caller can hear at once, with `sampleModel`."),
  sampleModel: z.string().describe("What samples are made with."),
});

export type VoiceDto = z.output<typeof voiceDtoSchema>;
export type VoiceListDto = z.output<typeof voiceListDtoSchema>;
