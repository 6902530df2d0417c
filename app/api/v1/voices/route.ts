import { z } from "zod";
import { defineRoute } from "@/lib/http/route.server";
import { getVoiceList } from "@/lib/voices/get-voice-list.server";
import { voiceListDtoSchema, voiceModelSchema } from "@/lib/voices/voice-dto";

const querySchema = z.object({
  model: voiceModelSchema
    .default("speech-2.6-hd")
    .describe("Model whose samples are listed. Narration-only models use the closest speech model."),
  refresh: z
    .stringbool({ truthy: ["true"], falsy: ["false"] })
    .default(false)
    .describe("`true` reloads the list from the service instead of using the one cached for an hour."),
});

/** The voices to choose from. */
export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  query: querySchema,
  operation: {
    id: "listVoices",
    tag: "Voices",
    summary: "List voices with your favourites and samples",
    description:
      "The service's list is cached for an hour. If the service has no list or can't be reached, the voices from its documentation are returned, and `source` and `fault` say so.",
    answers: { 200: { description: "The voices.", schema: voiceListDtoSchema } },
  },
  handle: ({ actor, query }) => getVoiceList(actor.userId, query.model, { refresh: query.refresh }),
});
