import { defineGenerationRoute } from "@/server/generation-route.server";
import { getServiceAccess } from "@/lib/connections/service-access.server";
import { askAboutTask } from "@/lib/generations/ask/ask-about-task.server";
import { checkBodySchema } from "@/lib/generations/ask/check-generation.server";
import { generationDtoSchema } from "@/lib/generations/read/generation-dto";

export const POST = defineGenerationRoute(
  {
    scope: "make",
    id: "checkGeneration",
    body: checkBodySchema,
    summary: "Check the status of a running task now",
    description:
      "Free. If the service has no status endpoint (`waiting.reason` is `no-query`, `callback` or `no-callback`), send the `fileId` of the result.",
    answers: {
      202: {
        description: "The current generation. The service's response arrives as a change to it.",
        schema: generationDtoSchema,
      },
    },
    problems: ["generation.state"],
  },
  async (services, one, { body }) => {
    const access = { ...services, ...getServiceAccess() };
    return (await askAboutTask(access, { ...body, ...one })).generation;
  },
);
