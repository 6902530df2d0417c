import { getConnection } from "@/lib/connections/get-connection.server";
import { StudioError } from "@/lib/errors/studio-error";
import { getRateLine } from "@/lib/paid-calls/rate-line.server";
import { emptyLine, planLine, readLine } from "@/lib/paid-calls/rate-line.server";
import { countRemaining, type RateOutlook } from "./rate-outlook";
import type { GenerationServices } from "../record/services.server";

/**
 * When the next requests of a model could leave, after everything that is queued in the same line. Reserves nothing.
 *
 * @throws StudioError generator.unknown, connection.missing, connection.unreadable
 */
export async function getRateOutlook(
  { database, definitions, clock }: GenerationServices,
  options: { userId: string; generator: string; model: string },
): Promise<RateOutlook> {
  const definition = definitions.find(options.generator);
  if (!definition) throw new StudioError("generator.unknown");
  // The line depends on endpoint and model only, so the default input with this model will do.
  const { endpoint } = definition.summariseInput({
    ...Object(definition.defaultInput),
    model: options.model,
  });
  const connection = await getConnection(options.userId, database);
  const line = getRateLine(connection, { endpoint, model: options.model });
  const now = clock.now();
  const { bucket } = line;
  const state = bucket ? await readLine(database, { ...line, bucket }, now) : emptyLine;
  const ahead = state.queuedCount + state.queuedAnalyses.length;
  const places = line.limit?.requests ?? 1;
  const starts = planLine(line, state, { now, count: ahead + places });
  const startsAt = starts.slice(ahead).map((at) => new Date(at).toISOString());
  return {
    limit: line.limit ? { requests: line.limit.requests, windowSeconds: line.limit.windowMs / 1000 } : null,
    remaining: line.limit ? countRemaining({ startsAt }, now) : null,
    nextStartAt: startsAt[0] ?? new Date(now).toISOString(),
    startsAt,
  };
}
