import { z } from "zod";
import { defineRoute } from "@/lib/http/route.server";
import { getVoiceList } from "@/lib/voices/get-voice-list.server";
import { voiceListDtoSchema, voiceModelSchema } from "@/lib/voices/voice-dto";

const querySchema = z.object({
  model: voiceModelSchema
    .default("speech-2.6-hd")
    .describe("Whose samples are listed; samples of a model that only narrates are made with its nearest."),
  refresh: z
    .stringbool({ truthy: ["true"], falsy: ["false"] })
    .default(false)
    .describe("`true` asks the service now instead of taking the list that is kept for an hour."),
});

/** What a person chooses a voice from. */
export const GET = defineRoute({
  auth: "actor",
  query: querySchema,
  operation: {
    id: "listVoices",
    tag: "Voices",
    summary: "List the voices of the connected service, with the caller's favourites and samples",
    description:
      "The list of the service is kept for an hour. Where it has none, or cannot be asked, the voices of its document are listed and `source` and `fault` say so.",
    answers: { 200: { description: "The voices.", schema: voiceListDtoSchema } },
  },
  handle: async ({ actor, query }) =>
    Response.json(await getVoiceList(actor.userId, query.model, { refresh: query.refresh })),
});
