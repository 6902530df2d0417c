import { z } from "zod";
import { getGenerationServices } from "@/generators/generation-services.server";
import { generationDtoSchema } from "@/lib/generations/generation-dto";
import { isTerminal } from "@/lib/generations/states";
import { defineRoute } from "@/lib/http/route.server";
import { requestVoiceSample } from "@/lib/voices/voice-samples.server";
import { voiceParamsSchema } from "@/lib/voices/voice-params";

const bodySchema = z.strictObject({
  model: z
    .string()
    .min(1)
    .max(64)
    .describe("The sample is made with it, or with its nearest that speaks at once."),
  mayCostAgain: z
    .boolean()
    .default(false)
    .describe(
      "True where the caller accepts that a sample which may have been counted (its end is unknown, or `error.made` is not `nothing`) is counted twice.",
    ),
});

export const POST = defineRoute({
  auth: "actor",
  params: voiceParamsSchema,
  body: bodySchema,
  operation: {
    id: "requestVoiceSample",
    tag: "Voices",
    summary: "Hear a voice",
    description:
      "The first call makes a short sentence with the voice, which the service counts as any speech; every later one gives the same generation. A sample that failed is made anew; one that may have been counted all the same only with `mayCostAgain`.",
    answers: {
      200: { description: "The sample, which has ended.", schema: generationDtoSchema },
      202: {
        description: "The sample, which is being made.",
        schema: generationDtoSchema,
        headers: { location: "Where it can be followed." },
      },
    },
    problems: ["connection.missing", "connection.unreadable"],
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
