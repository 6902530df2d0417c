import { getConnection } from "@/lib/connections/get-connection.server";
import { jsonNull } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import type { GenerationDto } from "../read/generation-dto";
import { getGeneration } from "../read/get-generation.server";
import { getRateLine, type RateLine } from "@/lib/paid-calls/rate-line.server";
import { replanLine } from "../line/replan-line.server";
import type { GenerationServices } from "../record/services.server";
import { parseStoredInput } from "../record/stored-input";
import { transition } from "../record/transition";

/**
 * Cancels a queued generation. A request that has been sent cannot be cancelled.
 *
 * @throws StudioError not-found, generation.state
 */
export async function cancelGeneration(
  services: GenerationServices,
  options: { userId: string; id: string },
): Promise<GenerationDto> {
  const { database, clock } = services;
  const row = await database.generation.findFirst({ where: options });
  if (!row) throw new StudioError("not-found");
  const line = await findLine(services, row);
  await database.$transaction(async (transaction) => {
    const { count } = await transaction.generation.updateMany({
      where: { ...options, state: "queued" },
      data: {
        state: transition("queued", "cancel")!,
        waiting: jsonNull,
        finishedAt: new Date(clock.now()),
        version: { increment: 1 },
      },
    });
    if (count === 0) throw new StudioError("generation.state");
    if (line) await replanLine(services, transaction, line);
  });
  return getGeneration(services, options);
}

/** The line of the generation; null where it has none, or nothing can be sent there any more. */
async function findLine(
  { database, definitions }: GenerationServices,
  row: { userId: string; generator: string; input: unknown; rateBucket: string | null },
): Promise<(RateLine & { bucket: string }) | null> {
  if (row.rateBucket === null) return null;
  try {
    const { definition, input } = parseStoredInput(definitions, row);
    const connection = await getConnection(row.userId, database);
    return { ...getRateLine(connection, definition.summariseInput(input)), bucket: row.rateBucket };
  } catch (error) {
    if (error instanceof StudioError) return null;
    throw error;
  }
}
