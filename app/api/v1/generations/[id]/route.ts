import { defineGenerationRoute } from "@/server/generation-route.server";
import { getLiveHub, getWaitSlots } from "@/server/generation-services.server";
import { generationDtoSchema } from "@/lib/generations/read/generation-dto";
import { getGeneration } from "@/lib/generations/read/get-generation.server";
import { waitForGeneration, waitQuerySchema } from "@/lib/generations/stream/wait-for-generation.server";
import { waitLimits } from "@/lib/live/stream-slots.server";
import { getEndingSignal } from "@/lib/status/machine-state.server";
import { trashGeneration } from "@/lib/generations/change/change-generation.server";

export const GET = defineGenerationRoute(
  {
    scope: "read",
    mayWait: true,
    query: waitQuerySchema,
    id: "getGeneration",
    summary: "Get a generation",
    description: `With \`wait\`, once it has ended. ${waitLimits.perPerson} requests per person and ${waitLimits.perCredential} per session or token can wait; one more is refused with 429.`,
    problems: ["rate.throttled"],
  },
  async (services, one, { query: { wait }, request, actor: { userId, credentialId } }) => {
    if (!wait) return getGeneration(services, one);
    return waitForGeneration(
      { ...services, hub: await getLiveHub() },
      {
        ...one,
        seconds: wait,
        signal: AbortSignal.any([request.signal, getEndingSignal()]),
        takeSlot: () => getWaitSlots().take({ userId, credentialId }),
      },
    );
  },
);

export const DELETE = defineGenerationRoute(
  {
    scope: "make",
    id: "trashGeneration",
    summary: "Move a generation to trash",
    description: "Nothing is deleted. It can be restored.",
    answers: { 200: { description: "The generation, with `deletedAt`.", schema: generationDtoSchema } },
    problems: ["generation.state"],
  },
  trashGeneration,
);
