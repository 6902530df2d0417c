import { getGenerationServices } from "@/server/generation-services.server";
import { getServiceAccess } from "@/lib/connections/service-access.server";
import { askAboutTask } from "@/lib/generations/ask/ask-about-task.server";
import { checkBodySchema } from "@/lib/generations/ask/check-generation.server";
import { generationDtoSchema } from "@/lib/generations/read/generation-dto";
import { idParamsSchema, defineRoute } from "@/lib/http/route.server";

export const POST = defineRoute({
  auth: "actor",
  params: idParamsSchema,
  body: checkBodySchema,
  operation: {
    id: "checkGeneration",
    tag: "Generations",
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
  async handle({ actor, params, body }) {
    const services = { ...(await getGenerationServices()), ...getServiceAccess() };
    const { generation } = await askAboutTask(services, { ...body, userId: actor.userId, id: params.id });
    return Response.json(generation, { status: 202 });
  },
});
