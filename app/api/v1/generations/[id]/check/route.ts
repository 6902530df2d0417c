import { getGenerationServices } from "@/generators/generation-services.server";
import { getServiceAccess } from "@/lib/connections/service-access.server";
import { askAboutTask } from "@/lib/generations/ask-about-task.server";
import { checkBodySchema } from "@/lib/generations/check-generation.server";
import { generationDtoSchema } from "@/lib/generations/generation-dto";
import { idParamsSchema } from "@/lib/http/id-params";
import { defineRoute } from "@/lib/http/route.server";

export const POST = defineRoute({
  auth: "actor",
  params: idParamsSchema,
  body: checkBodySchema,
  operation: {
    id: "checkGeneration",
    tag: "Generations",
    summary: "Ask the service now after a task that is still running",
    description:
      "Costs nothing. Where the service cannot be asked after a task (`waiting.reason` is `no-query`, `callback` or `no-callback`), give the `fileId` of its result.",
    answers: {
      202: {
        description: "The generation as it is; what the service answers comes as a change of it.",
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
