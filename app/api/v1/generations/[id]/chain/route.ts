import { defineGenerationRoute } from "@/server/generation-route.server";
import { chainSchema } from "@/lib/generations/read/chain-dto";
import { getChain } from "@/lib/generations/read/get-chain.server";

/** The chain of videos that start from each other's frames. */
export const GET = defineGenerationRoute(
  {
    scope: "read",
    id: "getChain",
    summary: "Get the chain of a generation",
    description: "Each step starts from a frame of the previous one. The first step can be an image.",
    answers: { 200: { description: "The chain.", schema: chainSchema } },
  },
  getChain,
);
