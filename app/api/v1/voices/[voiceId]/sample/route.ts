import { z } from "zod";
import { getGenerationServices } from "@/server/generation-services.server";
import { generationDtoSchema } from "@/lib/generations/read/generation-dto";
import { isTerminal } from "@/lib/generations/record/states";
import { defineRoute } from "@/lib/http/route.server";
import { requestVoiceSample } from "@/lib/voices/voice-samples.server";
import { voiceParamsSchema } from "@/lib/voices/voice-dto";

const bodySchema = z.strictObject({
  model: z
    .string()
    .min(1)
    .max(64)
    .describe("Model for the sample. Narration-only models use the closest speech model."),
  mayCostAgain: z
    .boolean()
    .default(false)
    .describe(
      "Confirms that a sample that may already have been billed (no response, or `error.made` isn't `nothing`) may be billed again.",
    ),
});

export const POST = defineRoute({
  auth: "actor",
  scope: "make",
  params: voiceParamsSchema,
  body: bodySchema,
  limit: "samples",
  operation: {
    id: "requestVoiceSample",
    tag: "Voices",
    summary: "Preview a voice",
    description:
      "The first call generates a short sentence, billed like any speech. Later calls return the same generation. A failed sample is generated again. If it may have been billed, this needs `mayCostAgain`.",
    answers: {
      200: { description: "The finished sample.", schema: generationDtoSchema },
      202: {
        description: "The sample in progress.",
        schema: generationDtoSchema,
        headers: { location: "Where to check its progress." },
      },
    },
    problems: [
      "quota.disk",
      "quota.queue",
      "budget.reached",
      "connection.missing",
      "connection.unreadable",
      "storage.full",
    ],
  },
  async handle({ actor, params, body }) {
    const generation = await requestVoiceSample(await getGenerationServices(), {
      userId: actor.userId,
      voiceId: params.voiceId,
      ...body,
    });
    if (isTerminal(generation.state)) return Response.json(generation);
    return Response.json(generation, {
      status: 202,
      headers: { location: `/api/v1/generations/${generation.id}` },
    });
  },
});
