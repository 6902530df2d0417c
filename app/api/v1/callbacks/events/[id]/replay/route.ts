import { getGenerationServices } from "@/server/generation-services.server";
import { callbackReplaySchema } from "@/lib/callbacks/callback-status-dto";
import { replayCallback } from "@/lib/callbacks/replay-callback.server";
import { getGeneration } from "@/lib/generations/read/get-generation.server";
import { idParamsSchema, defineRoute } from "@/lib/http/route.server";

/** Applies a stored callback again, as if it arrived now. */
export const POST = defineRoute({
  auth: "actor",
  scope: "manage",
  params: idParamsSchema,
  operation: {
    id: "replayCallback",
    tag: "Callbacks",
    summary: "Replay a callback",
    description:
      "Processes the callback as if it had just arrived. If the task is still running, its status is checked at the service, which is free. Challenges can't be replayed.",
    answers: { 200: { description: "The outcome.", schema: callbackReplaySchema } },
  },
  async handle({ actor: { userId }, params }) {
    const services = await getGenerationServices();
    const { generationId, asked } = await replayCallback(services, { userId, eventId: params.id });
    const generation = await getGeneration(services, { userId, id: generationId });
    return { asked, generation };
  },
});
