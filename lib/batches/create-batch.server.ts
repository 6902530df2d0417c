import { createHash, randomUUID, randomUUIDv7 } from "node:crypto";
import pLimit from "p-limit";
import { isUniqueViolation } from "@/lib/db/database.server";
import { type FieldProblem, StudioError } from "@/lib/errors/studio-error";
import { type AskTerms, readAskTerms, requireRoom } from "@/lib/generations/ask/ask-terms.server";
import { findInputProblems } from "@/lib/generations/ask/check-input.server";
import { hashInput } from "@/lib/generations/ask/new-generation.server";
import type { GeneratorDefinition } from "@/lib/generations/record/definition-port";
import type { GenerationServices } from "@/lib/generations/record/services.server";
import { findAsset } from "@/lib/media/find-asset.server";
import type { BatchDto } from "./batch-dto";
import { maxBatchRows } from "./batch-limits";
import {
  checkRows,
  maxBatchProblems,
  placeInRows,
  placeInTemplate,
  type PlaceProblem,
  type Row,
} from "./check-rows";
import type { CreateBatchBody } from "./create-batch-body.server";
import { expandTemplate } from "./expand-template";
import { getBatch } from "./get-batch.server";
import { insertBatch, type BatchEntry } from "./insert-batch.server";

type CreateBatchOptions = Omit<CreateBatchBody, "idempotencyKey"> & {
  userId: string;
  /** The same key with the same rows returns the same batch; unique per person. */
  idempotencyKey?: string | undefined;
};

/** How many inputs are checked at once, which may read files. */
const checksAtOnce = 4;

/**
 * Creates one generation for each row, all of them or none, in one transaction. They wait in the queue like any other.
 *
 * @returns the batch, and whether this call created it (false for a known idempotency key)
 * @throws StudioError as createGeneration does
 */
export async function createBatch(
  services: GenerationServices,
  options: CreateBatchOptions,
): Promise<{ batch: BatchDto; created: boolean }> {
  const { database, definitions } = services;
  const { userId } = options;
  const definition = definitions.find(options.generator);
  if (!definition) throw new StudioError("generator.unknown");
  const place = options.rows ? placeInRows : placeInTemplate;
  const rows = options.rows ?? expandRows(options.template ?? {});
  const { inputs, problems } = checkRows(definition.inputSchema, options.input, rows, place);
  if (problems.length > 0) throw new StudioError("input.invalid", { fields: problems });
  const keys = listKeys(options.idempotencyKey ?? randomUUID(), rows.length);
  const entries = inputs.map((input, index) => ({
    input,
    inputHash: hashInput(definition.id, input),
    idempotencyKey: keys[index]!,
    row: rows[index]!,
  }));
  // First, so that a request repeated after a lost response finds its batch, whatever has changed since.
  const known = options.idempotencyKey === undefined ? null : await findByKeys(services, userId, entries);
  if (known) return { batch: known, created: false };
  const terms = await readAskTerms(userId, database);
  await requireRoom(terms, userId, database);
  await requireSoundInputs(services, definition, { userId, terms, entries, place });
  const batchId = randomUUIDv7();
  try {
    await insertBatch(services, { ...options, definition, terms, entries, place, batchId });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    // Of two simultaneous requests with the same key, the other was first.
    const winner = await findByKeys(services, userId, entries);
    if (!winner) throw error;
    return { batch: winner, created: false };
  }
  return { batch: await getBatch(database, { userId, id: batchId }), created: true };
}

/** The rows of a template. Throws input.invalid. */
function expandRows(template: Readonly<Record<string, string>>): Row[] {
  const { rows, count, problems } = expandTemplate(template, { limit: maxBatchRows });
  const fields: FieldProblem[] = problems.map((problem) => ({
    ...problem,
    path: `template.${problem.path}`,
  }));
  if (count > maxBatchRows)
    fields.push({ path: "template", key: "batch.too-many", values: { limit: maxBatchRows } });
  if (fields.length > 0) throw new StudioError("input.invalid", { fields });
  return rows;
}

/** The key of each generation, which follows from that of the request. */
function listKeys(idempotencyKey: string, count: number): string[] {
  const digest = createHash("sha256").update(idempotencyKey).digest("hex");
  return Array.from({ length: count }, (_none, index) => `batch-${digest}-${index + 1}`);
}

/**
 * The batch that was created with these keys; null without one.
 *
 * @throws StudioError input.idempotency-conflict if it asked for something else, generation.deleted
 */
async function findByKeys(
  { database }: GenerationServices,
  userId: string,
  entries: readonly BatchEntry[],
): Promise<BatchDto | null> {
  const first = await database.generation.findUnique({
    where: { userId_idempotencyKey: { userId, idempotencyKey: entries[0]!.idempotencyKey } },
    select: { batchId: true },
  });
  if (!first) return null;
  if (first.batchId === null) throw new StudioError("input.idempotency-conflict");
  const made = await database.generation.findMany({
    where: { userId, batchId: first.batchId },
    select: { idempotencyKey: true, inputHash: true, erasedAt: true },
  });
  const hashes = new Map(made.map((row) => [row.idempotencyKey, row.inputHash]));
  const isSame =
    made.length === entries.length &&
    entries.every(({ idempotencyKey, inputHash }) => hashes.get(idempotencyKey) === inputHash);
  if (!isSame) throw new StudioError("input.idempotency-conflict");
  if (made.every(({ erasedAt }) => erasedAt !== null)) throw new StudioError("generation.deleted");
  return getBatch(database, { userId, id: first.batchId });
}

/** Checks beyond the schema. The same input is checked once, and each file is looked up once. Throws input.invalid. */
async function requireSoundInputs(
  { database, inputChecks, clock }: GenerationServices,
  definition: GeneratorDefinition,
  options: { userId: string; terms: AskTerms; entries: readonly BatchEntry[]; place: PlaceProblem },
): Promise<void> {
  const { userId, terms, entries, place } = options;
  const { connection } = terms;
  const check = await inputChecks.load(definition.id);
  const assets = new Map<string, ReturnType<typeof findAsset>>();
  const context = {
    userId,
    nowMs: clock.now(),
    profile: connection.profile,
    findAsset(assetId: string) {
      const found = assets.get(assetId) ?? findAsset(assetId, userId, database);
      assets.set(assetId, found);
      return found;
    },
  };
  const limit = pLimit(checksAtOnce);
  const distinct = [
    ...new Map(entries.map((entry, index) => [entry.inputHash, { ...entry, index }])).values(),
  ];
  const found = await limit.map(distinct, async ({ input, row, index }) => {
    const problems = await findInputProblems(definition, input, { connection, check, context });
    return problems.map((problem) => ({ ...problem, path: place(problem.path, row, index) }));
  });
  const fields = new Map(found.flat().map((problem) => [problem.path, problem]));
  if (fields.size > 0)
    throw new StudioError("input.invalid", { fields: [...fields.values()].slice(0, maxBatchProblems) });
}
