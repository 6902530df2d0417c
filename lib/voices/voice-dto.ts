import { z } from "zod";
import { isStorableText } from "@/lib/service/contract/text";
import { LANGUAGE_BOOSTS } from "@/lib/service/contract/language-boost";

/** Longer than any voice ID of the service. */
export const voiceIdMaxLength = 256;

const voiceDtoSchema = z.object({
  voiceId: z.string().describe("Value for `voice_id`."),
  name: z.string().nullable().describe("Name from the service."),
  description: z.array(z.string()).describe("Description from the service."),
  language: z
    .enum(LANGUAGE_BOOSTS)
    .nullable()
    .describe("Language, if known from its ID, name or description."),
});

/** The query of GET /api/v1/voices: the model of the listed samples. */
export const voiceModelSchema = z.string().min(1).max(64);

/** The response of GET /api/v1/voices. */
export const voiceListDtoSchema = z.object({
  voices: z.array(voiceDtoSchema),
  source: z
    .enum(["service", "known"])
    .describe("`known`: the voices from the service's documentation, because its own list isn't available."),
  fault: z
    .object({ code: z.string().describe("Error code.") })
    .nullable()
    .describe("Why the service's own list isn't available or couldn't be refreshed."),
  favourites: z.array(z.string()).describe("Voice IDs, newest last. May include voices of another service."),
  recent: z.array(z.string()).describe("Recently used voice IDs, newest first."),
  samples: z
    .array(
      z.object({
        voiceId: z.string(),
        url: z.string().describe("The audio, on the studio's address."),
      }),
    )
    .describe("Voices with a saved sample of `sampleModel`."),
  sampleModel: z.string().describe("Model used for samples."),
});

export type VoiceDto = z.output<typeof voiceDtoSchema>;
export type VoiceListDto = z.output<typeof voiceListDtoSchema>;

/** The path of one voice: its id at the service, percent-encoded, since it may hold spaces and brackets. */
export const voiceParamsSchema = z.object({
  voiceId: z.string().min(1).max(voiceIdMaxLength).refine(isStorableText, { error: "field.characters" }),
});
