import { claimGeneration } from "./claim-generation.server";
import { getRateLine } from "./get-rate-line.server";
import { pollGeneration } from "./poll-generation.server";
import type { RateLine } from "./rate-line.server";
import { runGeneration } from "./run-generation.server";
import { storeOutputs } from "./store-outputs.server";
import type { WorkerServices } from "./worker-services.server";

/** Generations on which this process works at this moment, so that a second wake-up does not do the same twice. */
export type InFlight = Map<string, Promise<void>>;

/**
 * Takes a generation one step on, whatever step that is by its state: claims and runs the head of its line, asks
 * after a pending task, or goes on storing. For nothing, late or twice is all the same. Returns when the work has been
 * taken up, not when it is done; `inFlight` holds what runs.
 */
export async function advanceGeneration(
  services: WorkerServices,
  inFlight: InFlight,
  generationId: string,
): Promise<void> {
  const row = await services.database.generation.findUnique({ where: { id: generationId } });
  if (!row) return;
  const polls = row.state === "running" && row.operation !== null;
  if (polls || row.state === "storing") {
    const due = (row.nextPollAt?.getTime() ?? 0) <= services.clock.now();
    if (!due || inFlight.has(generationId)) return;
    const step = polls ? pollGeneration : storeOutputs;
    track(services, inFlight, generationId, step(services, generationId));
    return;
  }
  // One that is taken already still wakes its line: whoever took it did so on the wake-up of another.
  if (row.state !== "queued" && row.rateBucket === null) return;
  const line = await findLine(services, row);
  const claim = await claimGeneration(services, { generationId, workerId: services.workerId, line });
  if (claim) track(services, inFlight, claim.generationId, runGeneration(services, claim));
}

/** The line as it was when the generation was made, with the limits of now. */
async function findLine(
  services: WorkerServices,
  row: { userId: string; generator: string; input: unknown; rateBucket: string | null },
): Promise<RateLine> {
  const definition = services.definitions.find(row.generator);
  if (!definition || row.rateBucket === null)
    return { bucket: row.rateBucket, limit: null, concurrency: null };
  const input = definition.inputSchema.parse(row.input);
  const line = getRateLine(await services.getConnection(row.userId), definition.summariseInput(input));
  return { ...line, bucket: row.rateBucket };
}

function track(
  services: WorkerServices,
  inFlight: InFlight,
  generationId: string,
  work: Promise<void>,
): void {
  const tracked = work
    .catch((error: unknown) => {
      // The state in the database still tells the truth of before; recovery takes it from there.
      services.report(error, "Work on a generation stopped", { generationId });
    })
    .finally(() => inFlight.delete(generationId));
  inFlight.set(generationId, tracked);
}
