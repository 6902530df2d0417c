import { randomUUID } from "node:crypto";
import { requireBudget } from "@/lib/costs/budgets.server";
import { createOrderedId } from "@/lib/crypto/ordered-id";
import { isUniqueViolation, jsonNull, type Prisma, type Queryable } from "@/lib/db/database.server";
import { toFieldProblems } from "@/lib/errors/field-problems";
import { StudioError } from "@/lib/errors/studio-error";
import { findAsset } from "@/lib/media/find-asset.server";
import { isOpenProject } from "@/lib/projects/read/project-access.server";
import { notePrompts } from "@/lib/prompts/note-prompts.server";
import { advanceGenerationJob } from "../record/advance-job";
import { readAskTerms, requireRoom } from "./ask-terms.server";
import { findInputProblems, requireOwnAssets, requireOwnParent } from "./check-input.server";
import { describeNewGeneration, hashInput, type NewGenerationPlace } from "./new-generation.server";
import { numberTakes } from "./number-takes.server";
import { requireQueueQuota } from "../line/queue-quota.server";
import type { InputAsset } from "../record/definition-port";
import type { GenerationDto } from "../read/generation-dto";
import { getGeneration } from "../read/get-generation.server";
import { findNextNumber, findPlace } from "@/lib/paid-calls/fair-order";
import { lockLine, planStart, getRateLine } from "@/lib/paid-calls/rate-line.server";
import { describeWait } from "@/lib/paid-calls/line-wait";
import { noteStep } from "../record/note-step.server";
import type { GenerationServices } from "../record/services.server";
import { generationInclude, toGenerationDto, type GenerationRow } from "../read/to-generation-dto.server";

interface CreateGenerationOptions extends NewGenerationPlace {
  generator: string;
  /** Untrusted; parsed with the generator's schema. */
  input: unknown;
  /** The same key with the same input returns the same generation; unique per person. */
  idempotencyKey?: string;
  /** Writes what belongs to a new generation in its transaction. What it throws leaves nothing behind. */
  record?: (transaction: Prisma.TransactionClient, generationId: string) => Promise<void>;
}

/**
 * Writes a generation in one transaction, with the job that wakes a worker if it has to wait.
 *
 * @returns the generation, and whether this call created it (false for a known idempotency key)
 * @throws StudioError generator.unknown, input.invalid, input.idempotency-conflict, generation.deleted, asset.missing, not-found
 *   (parent), project.gone, connection.missing, connection.unreadable, storage.full, quota.disk, quota.queue,
 *   budget.reached
 */
export async function createGeneration(
  services: GenerationServices,
  options: CreateGenerationOptions,
): Promise<{ generation: GenerationDto; created: boolean }> {
  const { database, definitions, inputChecks, jobs, clock } = services;
  const { userId, projectId } = options;
  const definition = definitions.find(options.generator);
  if (!definition) throw new StudioError("generator.unknown");
  const parsed = definition.inputSchema.safeParse(options.input);
  if (!parsed.success) {
    throw new StudioError("input.invalid", { fields: toFieldProblems(parsed.error, options.input) });
  }
  const input = parsed.data;
  const inputHash = hashInput(options.generator, input);

  const { idempotencyKey = randomUUID() } = options;
  const [known, terms] = await Promise.allSettled([
    options.idempotencyKey ? findByIdempotencyKey(services, { userId, idempotencyKey }, inputHash) : null,
    readAskTerms(userId, database),
  ]);
  // First, so that a request repeated after a lost response finds its generation, whatever has changed since.
  if (known.status === "rejected") throw known.reason;
  if (known.value) return { generation: known.value, created: false };
  if (terms.status === "rejected") throw terms.reason;
  const { connection, queueQuota, prices } = terms.value;
  await requireRoom(terms.value, userId, database);
  const problems = await findInputProblems(definition, input, {
    connection,
    check: await inputChecks.load(definition.id),
    context: {
      userId,
      nowMs: clock.now(),
      profile: connection.profile,
      findAsset: (assetId) => findAsset(assetId, userId, database),
    },
  });
  if (problems.length > 0) throw new StudioError("input.invalid", { fields: problems });
  const line = getRateLine(connection, definition.summariseInput(input));
  try {
    const made = await database.$transaction(async (transaction) => {
      const assets = definition.listInputAssets(input);
      const fileNames = await requireOwnAssets(transaction, userId, assets);
      const parent = options.parentId ? await requireOwnParent(transaction, userId, options.parentId) : null;
      if (projectId && !(await isOpenProject(transaction, { userId, id: projectId })))
        throw new StudioError("project.gone");
      await requireQueueQuota(transaction, { userId, quota: queueQuota });
      const now = clock.now();
      let startsAt = now;
      let place: number | undefined;
      if (line.bucket) {
        const state = await lockLine(transaction, { ...line, bucket: line.bucket }, now, { userId });
        place = findPlace(state.shares, { userId, nth: findNextNumber(state.shares, userId) });
        startsAt = planStart(line, state, { now, place });
      }
      // Voice samples are not takes.
      const [numbered = null] =
        options.relation === "sample"
          ? []
          : await numberTakes(transaction, { userId, definition, inputs: [input], parent });
      const described = describeNewGeneration({
        ...options,
        definition,
        input,
        inputHash,
        idempotencyKey,
        connection,
        prices,
        rateBucket: line.bucket,
        numbered,
        fileNames: [...fileNames.values()],
        startsAt,
        now,
      });
      await requireBudget(transaction, { userId, requests: [described], now });
      const generation = await transaction.generation.create({
        data: {
          ...described,
          // Made under the lock of its line, whose order is that of IDs.
          id: createOrderedId(now),
          notes: described.notes ?? jsonNull,
          waiting: described.waiting ?? jsonNull,
          ...(assets.length > 0
            ? { inputs: { createMany: { data: assets.map(({ assetId, field }) => ({ assetId, field })) } } }
            : {}),
        },
      });
      await options.record?.(transaction, generation.id);
      await notePrompts(transaction, [generation]);
      noteStep(transaction, generation, "queued");
      // One that may start at once announces itself (`due` in lib/live).
      if (startsAt > now) {
        await jobs.enqueue(
          advanceGenerationJob,
          { generationId: generation.id },
          { startAfter: new Date(startsAt), transaction },
        );
      }
      const row = await loadMade(transaction, generation, assets);
      return { row, queued: place === undefined ? undefined : { place, wait: describeWait(startsAt, now) } };
    });
    return { generation: toGenerationDto(made.row, made.queued), created: true };
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    // Of two simultaneous requests with the same key, the other was first.
    const winner = await findByIdempotencyKey(services, { userId, idempotencyKey }, inputHash);
    if (!winner) throw error;
    return { generation: winner, created: false };
  }
}

/** A new generation with what its DTO needs. It has no results yet, so only its input files are read. */
async function loadMade(
  transaction: Queryable,
  generation: Omit<GenerationRow, keyof typeof generationInclude>,
  assets: readonly InputAsset[],
): Promise<GenerationRow> {
  if (assets.length === 0) return { ...generation, outputs: [], inputs: [] };
  return transaction.generation.findUniqueOrThrow({
    where: { id: generation.id },
    include: generationInclude,
  });
}

async function findByIdempotencyKey(
  services: GenerationServices,
  options: { userId: string; idempotencyKey: string },
  inputHash: string,
): Promise<GenerationDto | null> {
  const { userId, idempotencyKey } = options;
  const known = await services.database.generation.findUnique({
    where: { userId_idempotencyKey: { userId, idempotencyKey } },
    select: { id: true, inputHash: true, erasedAt: true },
  });
  if (!known) return null;
  if (known.inputHash !== inputHash) throw new StudioError("input.idempotency-conflict");
  if (known.erasedAt) throw new StudioError("generation.deleted");
  return getGeneration(services, { userId, id: known.id });
}
