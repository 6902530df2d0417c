import type { ResolvedConnection } from "../../connections/resolved-connection";
import { jsonNull } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { advanceGenerationJob } from "../record/advance-job";
import { claimGeneration } from "../line/claim-generation.server";
import { describeError } from "@/lib/errors/error-facts";
import { getRateLine } from "@/lib/paid-calls/rate-line.server";
import { pollGeneration } from "./poll-generation.server";
import type { RateLine } from "@/lib/paid-calls/rate-line.server";
import { runGeneration } from "./run-generation.server";
import { storeOutputs } from "./store-outputs.server";
import { transition } from "../record/transition";
import type { WorkerServices } from "../record/worker-services.server";

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
    if (!(await hold(services, row))) return;
    const step = polls ? pollGeneration : storeOutputs;
    track(services, inFlight, generationId, step(services, generationId));
    return;
  }
  // One that is taken already still wakes its line: whoever took it did so on the wake-up of another.
  if (row.state !== "queued" && row.rateBucket === null) return;
  const standing = await findLineOrFail(services, row);
  if (!standing) return;
  const { line, connection } = standing;
  const claim = await claimGeneration(services, { generationId, workerId: services.workerId, line });
  if (!claim) return;
  const known = claim.generationId === row.id ? { row, connection } : undefined;
  track(services, inFlight, claim.generationId, runGeneration(services, claim, known));
}

/** Takes what waits for its moment, so that no other worker polls or stores the same at the same time. */
async function hold(
  { database, clock, workerId }: WorkerServices,
  row: { id: string; state: string; nextPollAt: Date | null },
): Promise<boolean> {
  // Without a moment somebody is at it now.
  if (row.nextPollAt === null || row.nextPollAt.getTime() > clock.now()) return false;
  const { count } = await database.generation.updateMany({
    where: { id: row.id, state: row.state, nextPollAt: row.nextPollAt },
    data: { nextPollAt: null, workerId },
  });
  return count === 1;
}

interface LineRow {
  id: string;
  userId: string;
  generator: string;
  input: unknown;
  rateBucket: string | null;
}

/**
 * The line as it was when the generation was made, with the limits of now. Where that cannot be known any more (the
 * connection is gone, the input of an older version does not fit), nothing can be sent: the generation says so and ends.
 */
async function findLineOrFail(
  services: WorkerServices,
  row: LineRow,
): Promise<{ line: RateLine; connection: ResolvedConnection } | null> {
  try {
    const definition = services.definitions.find(row.generator);
    if (!definition) throw new StudioError("generator.unknown");
    const parsed = definition.inputSchema.safeParse(row.input);
    if (!parsed.success) throw new StudioError("input.invalid", { cause: parsed.error });
    const connection = await services.getConnection(row.userId);
    const line = getRateLine(connection, definition.summariseInput(parsed.data));
    return { line: { ...line, bucket: row.rateBucket }, connection };
  } catch (error) {
    if (!(error instanceof StudioError)) throw error;
    await failQueued(services, row, error);
    return null;
  }
}

async function failQueued(services: WorkerServices, row: LineRow, error: StudioError): Promise<void> {
  const { database, clock, jobs } = services;
  await database.$transaction(async (transaction) => {
    await transaction.generation.updateMany({
      where: { id: row.id, state: "queued" },
      data: {
        state: transition("queued", "fail")!,
        error: describeError(error),
        waiting: jsonNull,
        finishedAt: new Date(clock.now()),
        version: { increment: 1 },
      },
    });
    if (row.rateBucket === null) return;
    const next = await transaction.generation.findFirst({
      where: { rateBucket: row.rateBucket, state: "queued" },
      orderBy: { id: "asc" },
      select: { id: true },
    });
    if (next) await jobs.enqueue(advanceGenerationJob, { generationId: next.id }, { transaction });
  });
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
    .finally(() => {
      if (inFlight.get(generationId) === tracked) inFlight.delete(generationId);
    });
  inFlight.set(generationId, tracked);
}
