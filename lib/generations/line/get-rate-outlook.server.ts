import { getConnection } from "@/lib/connections/get-connection.server";
import { StudioError } from "@/lib/errors/studio-error";
import { findNextNumber, findPlace } from "@/lib/paid-calls/fair-order";
import { emptyLine, getRateLine, planLine, readLine } from "@/lib/paid-calls/rate-line.server";
import { countRemaining } from "./rate-outlook";
import type { RateOutlook } from "./rate-outlook-dto";
import type { GenerationServices } from "../record/services.server";

/** A person may enter any limit: listing a million starts would stop the page that reads them. */
const mostListed = 1_000;

/**
 * When the next requests of a person for a model could leave, each at the turn it would get in the line. Reserves nothing.
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
  const { userId } = options;
  const state = bucket ? await readLine(database, { ...line, bucket }, { now, userId }) : emptyLine;
  const { shares } = state;
  const next = findNextNumber(shares, userId);
  const places = Array.from({ length: Math.min(line.limit?.requests ?? 1, mostListed) }, (_, index) =>
    findPlace(shares, { userId, nth: next + index }),
  );
  const starts = planLine(line, state, { now, count: places.at(-1) ?? 1 });
  const startsAt = places.map((place) => new Date(starts[place - 1] ?? now).toISOString());
  return {
    limit: line.limit ? { requests: line.limit.requests, windowSeconds: line.limit.windowMs / 1000 } : null,
    remaining: line.limit ? countRemaining({ startsAt }, now) : null,
    nextStartAt: startsAt[0] ?? new Date(now).toISOString(),
    startsAt,
  };
}
