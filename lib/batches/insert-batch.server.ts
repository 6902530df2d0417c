import { createOrderedId } from "@/lib/crypto/ordered-id";
import { requireBudget } from "@/lib/costs/budgets.server";
import { Prisma } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import type { AskTerms } from "@/lib/generations/ask/ask-terms.server";
import { requireOwnAssets, requireOwnParent } from "@/lib/generations/ask/check-input.server";
import { describeNewGeneration, type NewGenerationPlace } from "@/lib/generations/ask/new-generation.server";
import { numberTakes } from "@/lib/generations/ask/number-takes.server";
import { requireQueueQuota } from "@/lib/generations/line/queue-quota.server";
import { advanceGenerationJob } from "@/lib/generations/record/advance-job";
import type { GeneratorDefinition } from "@/lib/generations/record/definition-port";
import { noteStep } from "@/lib/generations/record/note-step.server";
import type { GenerationServices } from "@/lib/generations/record/services.server";
import { tellChanges, tellListChanged, tellTogether } from "@/lib/live/live-hub.server";
import { findNextNumber, findPlace } from "@/lib/paid-calls/fair-order";
import { getRateLine, lockLine, planLine, type RateLine } from "@/lib/paid-calls/rate-line.server";
import { notePrompts } from "@/lib/prompts/note-prompts.server";
import { isOpenProject } from "@/lib/projects/read/project-access.server";
import type { PlaceProblem, Row } from "./check-rows";

/** One generation of a new batch. */
export interface BatchEntry {
  /** Parsed with the generator's schema. */
  input: unknown;
  inputHash: string;
  idempotencyKey: string;
  row: Row;
}

interface NewBatch extends NewGenerationPlace {
  batchId: string;
  definition: GeneratorDefinition;
  terms: AskTerms;
  entries: readonly BatchEntry[];
  place: PlaceProblem;
}

type NewRow = ReturnType<typeof describeNewGeneration> & { id: string; batchId: string };

/**
 * Writes all generations of a batch with their jobs. A few statements write all rows, and they are told together: so many
 * news would make every browser of the person load each generation.
 *
 * @throws StudioError asset.missing, not-found (parent), project.gone, quota.queue, budget.reached
 */
export async function insertBatch(services: GenerationServices, batch: NewBatch): Promise<void> {
  const { database, jobs, clock } = services;
  const { userId, projectId, definition, terms, entries, batchId } = batch;
  const { connection } = terms;
  // A line keeps the order of IDs.
  const idsFrom = clock.now();
  const ids = entries.map(() => createOrderedId(idsFrom));
  const lines = groupByLine(
    entries.map(({ input }) => getRateLine(connection, definition.summariseInput(input))),
  );
  await database.$transaction(async (transaction) => {
    const assets = entries.map(({ input, row }, index) =>
      definition
        .listInputAssets(input)
        .map((asset) => ({ ...asset, inputField: asset.field, field: batch.place(asset.field, row, index) })),
    );
    const fileNames = await requireOwnAssets(transaction, userId, assets.flat());
    const parent = batch.parentId ? await requireOwnParent(transaction, userId, batch.parentId) : null;
    if (projectId && !(await isOpenProject(transaction, { userId, id: projectId })))
      throw new StudioError("project.gone");
    await requireQueueQuota(transaction, { userId, quota: terms.queueQuota, count: entries.length });
    const now = clock.now();
    const starts = await planBatch(transaction, { lines, count: entries.length, userId, now });
    const numbered = await numberTakes(transaction, {
      userId,
      definition,
      inputs: entries.map(({ input }) => input),
      parent,
    });
    const rows = entries.map((entry, index): NewRow => ({
      ...describeNewGeneration({
        ...batch,
        ...entry,
        connection,
        prices: terms.prices,
        rateBucket: lines.bucketOf[index]!,
        numbered: numbered[index] ?? null,
        fileNames: assets[index]!.flatMap(({ assetId }) => fileNames.get(assetId) ?? []),
        startsAt: starts[index]!,
        now,
      }),
      id: ids[index]!,
      batchId,
    }));
    await requireBudget(transaction, { userId, requests: rows, now });
    await tellTogether(transaction);
    await insertRows(transaction, rows, new Date(now));
    await notePrompts(transaction, rows);
    for (const row of rows) noteStep(transaction, row, "queued");
    await transaction.generationAsset.createMany({
      data: assets.flatMap((used, index) =>
        used.map(({ assetId, inputField }) => ({ generationId: ids[index]!, assetId, field: inputField })),
      ),
    });
    // Those that may start at once announce themselves (`due` in lib/live).
    const later = rows.filter(({ scheduledAt }) => scheduledAt.getTime() > now);
    await jobs.enqueueAll(
      advanceGenerationJob,
      later.map(({ id, scheduledAt }) => ({ data: { generationId: id }, startAfter: scheduledAt })),
      { transaction },
    );
    const heads = new Map(later.map(({ id, rateBucket }) => [rateBucket, id]));
    await tellChanges(
      transaction,
      [...heads].flatMap(([line, id]) => (line === null ? [] : [{ userId, id, line }])),
    );
    await tellListChanged(transaction, userId, "generations");
  });
}

interface BatchLines {
  /** The places of each line's generations in the batch, by bucket and sorted by it. */
  groups: { line: RateLine; indexes: number[] }[];
  bucketOf: (string | null)[];
}

function groupByLine(lines: readonly RateLine[]): BatchLines {
  const groups = Map.groupBy(lines.keys(), (index) => lines[index]!.bucket);
  return {
    groups: [...groups]
      .toSorted(([left], [right]) => ((left ?? "") < (right ?? "") ? -1 : 1))
      .map(([, indexes]) => ({ line: lines[indexes[0]!]!, indexes })),
    bucketOf: lines.map(({ bucket }) => bucket),
  };
}

/** Locks the lines in one order, and plans when each generation may start. */
async function planBatch(
  transaction: Prisma.TransactionClient,
  { lines, count, userId, now }: { lines: BatchLines; count: number; userId: string; now: number },
): Promise<number[]> {
  const starts = Array.from({ length: count }, () => now);
  for (const { line, indexes } of lines.groups) {
    if (line.bucket === null) continue;
    const state = await lockLine(transaction, { ...line, bucket: line.bucket }, now, { userId });
    const next = findNextNumber(state.shares, userId);
    const places = indexes.map((_index, order) => findPlace(state.shares, { userId, nth: next + order }));
    const planned = planLine(line, state, { now, count: places.at(-1)! });
    for (const [order, index] of indexes.entries()) starts[index] = planned[places[order]! - 1] ?? now;
  }
  return starts;
}

/** One statement with one parameter, whatever the number of rows. */
async function insertRows(
  transaction: Prisma.TransactionClient,
  rows: readonly NewRow[],
  updatedAt: Date,
): Promise<void> {
  const names = [...Object.keys(rows[0]!), "updatedAt"];
  const columns = Prisma.raw(names.map((name) => `"${name}"`).join(", "));
  const json = JSON.stringify(
    rows.map((row) => ({ ...row, estimate: row.estimate?.toString() ?? null, updatedAt })),
  );
  await transaction.$executeRaw`
    INSERT INTO "Generation" (${columns})
    SELECT ${columns} FROM jsonb_populate_recordset(NULL::"Generation", ${json}::jsonb) ORDER BY "id"`;
}
