import { getGenerationServices } from "@/server/generation-services.server";
import { chainSchema } from "@/lib/generations/read/chain-dto";
import { getChain } from "@/lib/generations/read/get-chain.server";
import { idParamsSchema, defineRoute } from "@/lib/http/route.server";

/** The chain of videos that start from each other's frames. */
export const GET = defineRoute({
  auth: "actor",
  params: idParamsSchema,
  operation: {
    id: "getChain",
    tag: "Generations",
    summary: "Get the chain of a generation",
    description: "Each step starts from a frame of the previous one. The first step can be an image.",
    answers: { 200: { description: "The chain.", schema: chainSchema } },
  },
  async handle({ actor, params }) {
    const services = await getGenerationServices();
    return Response.json(await getChain(services, { userId: actor.userId, id: params.id }));
  },
});
