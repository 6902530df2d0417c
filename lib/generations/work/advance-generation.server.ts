import type { ResolvedConnection } from "../../connections/resolved-connection";
import { connectionColumns, toConnection } from "@/lib/connections/get-connection.server";
import { jsonNull, type Queryable } from "@/lib/db/database.server";
import type { Generation, User } from "@/lib/db/generated/client";
import { StudioError } from "@/lib/errors/studio-error";
import { advanceGenerationJob } from "../record/advance-job";
import { claimGeneration } from "../line/claim-generation.server";
import { generationColumns } from "../record/lock-generation.server";
import { describeError } from "@/lib/errors/error-facts";
import { getRateLine } from "@/lib/paid-calls/rate-line.server";
import { pollGeneration } from "./poll-generation.server";
import type { RateLine } from "@/lib/paid-calls/rate-line.server";
import { runGeneration } from "./run-generation.server";
import { storeOutputs } from "./store-outputs.server";
import { noteStep, type StepRow } from "../record/note-step.server";
import { nullableWaitingSchema } from "../record/stored-facts";
import { parseStoredInput } from "../record/stored-input";
import { transition } from "../record/transition";
import { inSpan, recordSpan } from "@/lib/traces/trace.server";
import type { WorkerServices } from "../record/worker-services.server";

/** The generations that this process works on, so that a second wake-up does not start the same work. */
export type InFlight = Map<string, Promise<void>>;

/**
 * Takes a generation one step further, by its state: claims and runs the first of its line, polls a pending task, or
 * continues storing. Safe to call late, twice or needlessly. Returns when the work has started; `inFlight` holds it.
 */
export async function advanceGeneration(
  services: WorkerServices,
  inFlight: InFlight,
  generationId: string,
): Promise<void> {
  const row = await readWithTerms(services.database, generationId);
  if (!row) return;
  const polls = row.state === "running" && row.operation !== null;
  if (polls || row.state === "storing") {
    if (!(await hold(services, row))) return;
    const step = polls ? pollGeneration : storeOutputs;
    const work = () => step(services, generationId);
    const traced = inSpan(polls ? "poll" : "store results", { of: { generationId } }, work);
    track(services, inFlight, generationId, traced);
    return;
  }
  if (row.state === "queued" && row.held) return;
  // A claimed one still wakes its line: it may have been claimed on the wake-up of another.
  if (row.state !== "queued" && row.rateBucket === null) return;
  if (!(await services.hasDiskSpace())) return waitForDiskSpace(services, row);
  const standing = await findLineOrFail(services, row);
  if (!standing) return;
  const { line, connection, input } = standing;
  const { version } = row;
  const fromMs = services.clock.now();
  const claim = await claimGeneration(services, { generationId, version, workerId: services.workerId, line });
  if (!claim) return;
  recordSpan("claim", { of: { generationId: claim.generationId }, fromMs });
  const hasQuota = row.diskQuotaBytes !== null;
  const known = claim.generationId === row.id ? { row, connection, input, hasQuota } : undefined;
  track(services, inFlight, claim.generationId, runGeneration(services, claim, known));
}

type ReadRow = Generation & Parameters<typeof toConnection>[1] & Pick<User, "diskQuotaBytes">;

/** With the connection of its person, and whether they have a quota: one statement, since a request waits for it. */
async function readWithTerms(database: Queryable, id: string): Promise<ReadRow | null> {
  const [row] = await database.$queryRaw<ReadRow[]>`
    SELECT ${connectionColumns}, "diskQuotaBytes", ${generationColumns}
    FROM "Generation" JOIN "User" ON "User"."id" = "Generation"."userId"
    LEFT JOIN "Connection" ON "Connection"."userId" = "User"."id"
    WHERE "Generation"."id" = ${id}::uuid`;
  return row ?? null;
}

/** Shows why it is not sent. Recovery wakes it again and again. */
async function waitForDiskSpace(
  { database }: WorkerServices,
  row: { id: string; state: string; waiting: unknown },
): Promise<void> {
  if (row.state !== "queued" || nullableWaitingSchema.parse(row.waiting)?.reason === "disk-space") return;
  await database.generation.updateMany({
    where: { id: row.id, state: "queued" },
    data: { waiting: { reason: "disk-space" }, version: { increment: 1 } },
  });
}

/** Takes a due generation, so that no other worker polls or stores it at the same time. */
async function hold(
  { database, clock, workerId }: WorkerServices,
  row: { id: string; state: string; nextPollAt: Date | null },
): Promise<boolean> {
  // Without a planned time, a worker is at it.
  if (row.nextPollAt === null || row.nextPollAt.getTime() > clock.now()) return false;
  const { count } = await database.generation.updateMany({
    where: { id: row.id, state: row.state, nextPollAt: row.nextPollAt },
    data: { nextPollAt: null, workerId },
  });
  return count === 1;
}

type LineRow = StepRow &
  Pick<ReadRow, "userId" | "input" | "rateBucket"> &
  Parameters<typeof toConnection>[1];

/**
 * The line of a generation, with the current limits. Fails the generation where nothing can be sent any more: the
 * connection is gone, or the input is of an older version that no longer fits.
 */
async function findLineOrFail(
  services: WorkerServices,
  row: LineRow,
): Promise<{ line: RateLine; connection: ResolvedConnection; input: unknown } | null> {
  try {
    const { definition, input } = parseStoredInput(services.definitions, row);
    const connection = toConnection(row.userId, row);
    const line = getRateLine(connection, definition.summariseInput(input));
    return { line: { ...line, bucket: row.rateBucket }, connection, input };
  } catch (error) {
    if (!(error instanceof StudioError)) throw error;
    await failQueued(services, row, error);
    return null;
  }
}

async function failQueued(services: WorkerServices, row: LineRow, error: StudioError): Promise<void> {
  const { database, clock, jobs } = services;
  const cause = describeError(error);
  await database.$transaction(async (transaction) => {
    const { count } = await transaction.generation.updateMany({
      where: { id: row.id, state: "queued" },
      data: {
        state: transition("queued", "fail")!,
        error: cause,
        waiting: jsonNull,
        finishedAt: new Date(clock.now()),
        version: { increment: 1 },
      },
    });
    if (count === 1) noteStep(transaction, row, "ended", { outcome: "failed", error: cause });
    if (row.rateBucket === null) return;
    const next = await transaction.generation.findFirst({
      where: { rateBucket: row.rateBucket, state: "queued", held: false },
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
      // The row is unchanged; recovery continues from there.
      services.report(error, "Work on a generation stopped", { generationId });
    })
    .finally(() => {
      if (inFlight.get(generationId) === tracked) inFlight.delete(generationId);
    });
  inFlight.set(generationId, tracked);
}
