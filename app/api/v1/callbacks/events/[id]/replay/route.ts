import { getGenerationServices } from "@/generators/generation-services.server";
import { callbackReplaySchema } from "@/lib/callbacks/callback-status-dto";
import { replayCallback } from "@/lib/callbacks/replay-callback.server";
import { getGeneration } from "@/lib/generations/get-generation.server";
import { idParamsSchema } from "@/lib/http/id-params";
import { defineRoute } from "@/lib/http/route.server";

/** Takes an update in again, as if it came now. */
export const POST = defineRoute({
  auth: "actor",
  params: idParamsSchema,
  operation: {
    id: "replayCallback",
    tag: "Callbacks",
    summary: "Take in again what the service pushed for a generation, as if it came now",
    description:
      "The service is asked after the task where it still goes on; nothing is sent that costs. A challenge cannot be taken in again.",
    answers: { 200: { description: "What came of it.", schema: callbackReplaySchema } },
  },
  async handle({ actor: { userId }, params }) {
    const services = await getGenerationServices();
    const { generationId, asked } = await replayCallback(services, { userId, eventId: params.id });
    const generation = await getGeneration(services, { userId, id: generationId });
    return Response.json({ asked, generation });
  },
});
