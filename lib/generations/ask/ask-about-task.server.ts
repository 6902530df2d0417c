import type { GenerationDto } from "../read/generation-dto";
import { openSealedConnection } from "@/lib/connections/sealed-connection.server";
import type { ServiceAccess } from "@/lib/connections/service-access.server";
import { getLogger } from "@/lib/errors/logger.server";
import { StudioError } from "@/lib/errors/studio-error";
import type { ServiceClient } from "@/lib/service/client.server";
import { isServiceError } from "@/lib/service/errors/service-error";
import { offersEndpoint } from "@/lib/service/profiles/read-profile";
import type { EndpointName } from "@/lib/service/profiles/profile-options";
import { checkGeneration } from "./check-generation.server";
import { getGeneration } from "../read/get-generation.server";
import { paceQueries } from "../work/pace-queries.server";
import type { GenerationServices } from "../record/services.server";
import { recordSchema } from "../record/stored-facts";

/** A person waits for the answer, and server actions run one at a time. */
const patienceMs = 10_000;

const queries = {
  narrationCreate: { endpoint: "narrationQuery", method: "queryNarrationTask" },
  videoGeneration: { endpoint: "videoQuery", method: "queryVideoTask" },
} as const satisfies Partial<Record<EndpointName, { endpoint: EndpointName; method: string }>>;

type TaskAccess = Pick<ServiceAccess<keyof ServiceClient>, "getConnection" | "createClient">;

/**
 * Polls a pending task while the person waits: one free query, with the key that created the task and within its rate
 * limit. Any other answer than "still running" (it has ended, the query is rejected, there is no query) is left to a
 * worker, which is woken at once.
 *
 * @throws StudioError not-found, generation.state (nothing is pending)
 */
export async function askAboutTask(
  services: GenerationServices & TaskAccess,
  request: { userId: string; id: string; fileId?: string | undefined },
): Promise<TaskAnswer> {
  const { userId, id, fileId } = request;
  if (fileId === undefined && (await isRunning(services, { userId, id }))) {
    return { answer: "running", generation: await getGeneration(services, { userId, id }) };
  }
  return { answer: "handed-over", generation: await checkGeneration(services, request) };
}

/** Whether the service reports the task as running; false also where it cannot be asked. */
async function isRunning(
  services: GenerationServices & TaskAccess,
  { userId, id }: { userId: string; id: string },
): Promise<boolean> {
  const { database, definitions } = services;
  const row = await database.generation.findFirst({ where: { id, userId, state: "running" } });
  const taskId = row?.operation ? recordSchema.parse(row.operation).taskId : undefined;
  const definition = row && definitions.find(row.generator);
  const input = definition?.inputSchema.safeParse(row?.input);
  if (!row || typeof taskId !== "string" || !input?.success) return false;
  const endpoint: EndpointName = definition!.summariseInput(input.data).endpoint;
  if (!(endpoint in queries)) return false;
  const query = queries[endpoint as keyof typeof queries];
  try {
    const connection =
      row.taskConnection === null
        ? await services.getConnection(userId)
        : openSealedConnection(row.taskConnection, id);
    if (!offersEndpoint(connection.profile, query.endpoint)) return false;
    const signal = AbortSignal.timeout(patienceMs);
    const client = paceQueries(services.createClient(connection), { database, connection, signal });
    const { state } = await client[query.method](taskId, { signal });
    return state !== "success" && state !== "failed";
  } catch (error) {
    // A worker polls again and shows what is wrong.
    if (!isServiceError(error) && !(error instanceof StudioError)) throw error;
    getLogger().info({ err: error, generationId: id }, "A task could not be polled at once");
    return false;
  }
}

/** `running`: the service said so. `handed-over`: a worker takes over, and the generation changes when it knows more. */
export interface TaskAnswer {
  answer: "running" | "handed-over";
  generation: GenerationDto;
}
