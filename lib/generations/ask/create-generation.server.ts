import { createHash, randomUUID } from "node:crypto";
import { listPrivateHosts } from "@/lib/connections/connection-addresses.server";
import { getConnection } from "@/lib/connections/get-connection.server";
import { isUniqueViolation, jsonNull, type Prisma, type Queryable } from "@/lib/db/database.server";
import type { Asset } from "@/lib/db/generated/client";
import { toFieldProblems } from "@/lib/errors/field-problems";
import { StudioError } from "@/lib/errors/studio-error";
import { findAsset } from "@/lib/media/find-asset.server";
import { requireDiskQuota } from "@/lib/media/disk-quota.server";
import { isOpenProject } from "@/lib/projects/read/project-access.server";
import { requireDiskSpace } from "@/lib/media/store/disk-space.server";
import { assertPublicUrl } from "@/lib/network/public-addresses.server";
import type { ServiceProfile } from "@/lib/service/profiles/profile-schema";
import { advanceGenerationJob } from "../record/advance-job";
import { canonicalJson, numberTake } from "./number-take.server";
import { requireQueueQuota } from "../line/queue-quota.server";
import type { InputAsset } from "../record/definition-port";
import type { GenerationDto } from "../read/generation-dto";
import { getGeneration } from "../read/get-generation.server";
import { findNextNumber, findPlace } from "@/lib/paid-calls/fair-order";
import { lockLine, planStart, getRateLine } from "@/lib/paid-calls/rate-line.server";
import { describeWait } from "@/lib/paid-calls/line-wait";
import type { GenerationServices } from "../record/services.server";
import { generationInclude, toGenerationDto, type GenerationRow } from "../read/to-generation-dto.server";

/** How a generation was created from another one. */
export const relations = ["again", "vary", "edit", "retry", "sentence", "frame"] as const;
/** A `sample` of a voice is in no list. */
export type Relation = (typeof relations)[number] | "sample";

interface CreateGenerationOptions {
  userId: string;
  generator: string;
  /** Untrusted; parsed with the generator's schema. */
  input: unknown;
  /** Parsed by `generationTitleSchema`. Not part of the request: a repeated idempotency key keeps the first title. */
  title?: string | undefined;
  /** The same key with the same input returns the same generation; unique per person. */
  idempotencyKey?: string;
  parentId?: string;
  relation?: Relation;
  /** Where its results go. Not part of the request, like the title. */
  projectId?: string | undefined;
}

/**
 * Writes a generation in one transaction, with the job that wakes a worker if it has to wait.
 *
 * @returns the generation, and whether this call created it (false for a known idempotency key)
 * @throws StudioError generator.unknown, input.invalid, input.idempotency-conflict, generation.deleted, asset.missing, not-found
 *   (parent), project.gone, connection.missing, connection.unreadable, storage.full, quota.disk, quota.queue
 */
export async function createGeneration(
  services: GenerationServices,
  options: CreateGenerationOptions,
): Promise<{ generation: GenerationDto; created: boolean }> {
  const { database, definitions, jobs, clock } = services;
  const definition = definitions.find(options.generator);
  if (!definition) throw new StudioError("generator.unknown");
  const parsed = definition.inputSchema.safeParse(options.input);
  if (!parsed.success) {
    throw new StudioError("input.invalid", { fields: toFieldProblems(parsed.error, options.input) });
  }
  const input = parsed.data;
  const inputHash = hashInput(options.generator, input);

  const { idempotencyKey = randomUUID() } = options;
  const [known, connected, quotas] = await Promise.allSettled([
    options.idempotencyKey
      ? findByIdempotencyKey(services, { userId: options.userId, idempotencyKey }, inputHash)
      : null,
    getConnection(options.userId, database),
    database.user.findUniqueOrThrow({
      where: { id: options.userId },
      select: { diskQuotaBytes: true, queueQuota: true },
    }),
  ]);
  // First, so that a request repeated after a lost response finds its generation, whatever has changed since.
  if (known.status === "rejected") throw known.reason;
  if (known.value) return { generation: known.value, created: false };
  if (connected.status === "rejected") throw connected.reason;
  if (quotas.status === "rejected") throw quotas.reason;
  const { diskQuotaBytes, queueQuota } = quotas.value;
  await requireDiskSpace();
  if (diskQuotaBytes !== null) await requireDiskQuota(options.userId, database);
  const connection = connected.value;
  await requirePublicUrls(definition.listInputUrls(input), listPrivateHosts(connection));
  await requireSoundInput(services, { ...options, input, profile: connection.profile });
  const notes = definition.findIdleFields?.(input) ?? [];
  const summary = definition.summariseInput(input);
  const line = getRateLine(connection, summary);
  try {
    const made = await database.$transaction(async (transaction) => {
      const assets = definition.listInputAssets(input);
      const fileNames = await requireOwnAssets(transaction, options.userId, assets);
      const parent = options.parentId
        ? await requireOwnParent(transaction, options.userId, options.parentId)
        : null;
      const { userId, projectId } = options;
      if (projectId && !(await isOpenProject(transaction, { userId, id: projectId })))
        throw new StudioError("project.gone");
      await requireQueueQuota(transaction, { userId: options.userId, quota: queueQuota });
      const now = clock.now();
      let startsAt = now;
      let place: number | undefined;
      if (line.bucket) {
        const { userId } = options;
        const state = await lockLine(transaction, { ...line, bucket: line.bucket }, now, { userId });
        place = findPlace(state.shares, { userId, nth: findNextNumber(state.shares, userId) });
        startsAt = planStart(line, state, { now, place });
      }
      // Voice samples are not takes.
      const numbered =
        options.relation === "sample"
          ? null
          : await numberTake(transaction, { userId: options.userId, definition, input, parent });
      const generation = await transaction.generation.create({
        data: {
          userId: options.userId,
          generator: definition.id,
          state: "queued",
          input: input as Prisma.InputJsonValue,
          ...(notes.length > 0
            ? { notes: notes.map((note) => ({ ...note, values: { ...note.values } })) }
            : {}),
          inputHash,
          title: options.title ?? null,
          searchText: writeSearchText(options.title, [summary.searchText, ...fileNames]),
          idempotencyKey,
          model: summary.model,
          voice: summary.voice ?? null,
          connection: {
            profileId: connection.profile.id,
            baseUrl: connection.baseUrl,
            ...(connection.altBaseUrl === undefined ? {} : { altBaseUrl: connection.altBaseUrl }),
            scope: connection.scope,
            trusted: connection.trusted,
          },
          sandbox: connection.sandbox,
          rateBucket: line.bucket,
          scheduledAt: new Date(startsAt),
          waiting: describeWait(startsAt, now) ?? jsonNull,
          counts: {
            expected: summary.expectedOutputs.count,
            blocked: 0,
            role: summary.expectedOutputs.role,
          },
          idea: numbered?.idea ?? null,
          take: numbered?.take ?? null,
          parentId: options.parentId ?? null,
          relation: options.relation ?? null,
          projectId: options.projectId ?? null,
          createdAt: new Date(now),
          ...(assets.length > 0
            ? { inputs: { createMany: { data: assets.map(({ assetId, field }) => ({ assetId, field })) } } }
            : {}),
        },
      });
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
    const winner = await findByIdempotencyKey(
      services,
      { userId: options.userId, idempotencyKey },
      inputHash,
    );
    if (!winner) throw error;
    return { generation: winner, created: false };
  }
}

/** The title is the first line, as `setTitle` expects it. */
function writeSearchText(title: string | undefined, ownWords: readonly string[]): string {
  const words = ownWords.filter((text) => text !== "").join("\n");
  return title === undefined ? words : `${title}\n${words}`;
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

/** Digest of the parsed input; key order does not matter. */
export function hashInput(generator: string, input: unknown): string {
  return createHash("sha256")
    .update(`${generator}\n${canonicalJson(input)}`)
    .digest("hex");
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

/** The file names of the input files, which can't be removed until the transaction ends. Throws asset.missing. */
async function requireOwnAssets(
  transaction: Queryable,
  userId: string,
  wanted: InputAsset[],
): Promise<string[]> {
  if (wanted.length === 0) return [];
  const found = await transaction.$queryRaw<Pick<Asset, "id" | "kind" | "fileName">[]>`
    SELECT "id", "kind", "fileName" FROM "Asset"
    WHERE "userId" = ${userId}::uuid AND "id" = ANY (${wanted.map(({ assetId }) => assetId)}::uuid[])
    ORDER BY "id" FOR KEY SHARE`;
  const kinds = new Map(found.map(({ id, kind }) => [id, kind]));
  const missing = wanted.filter(({ assetId, kind }) => ![kind].flat().includes(kinds.get(assetId) ?? ""));
  if (missing.length === 0) return found.flatMap(({ fileName }) => fileName ?? []);
  throw new StudioError("asset.missing", {
    fields: missing.map(({ field, assetId }) => ({
      path: field,
      key: kinds.has(assetId) ? "asset.kind" : "asset.missing",
    })),
  });
}

/** Runs the check of the generator beyond its schema, for example of files. Throws input.invalid. */
async function requireSoundInput(
  { database, inputChecks, clock }: GenerationServices,
  options: { userId: string; generator: string; input: unknown; profile: ServiceProfile },
): Promise<void> {
  const check = await inputChecks.load(options.generator);
  const fields = await check?.(options.input, {
    userId: options.userId,
    nowMs: clock.now(),
    profile: options.profile,
    findAsset: (assetId) => findAsset(assetId, options.userId, database),
  });
  if (fields && fields.length > 0) throw new StudioError("input.invalid", { fields });
}

/** Addresses that the service fetches must be public, or on a host of the connection. */
async function requirePublicUrls(
  urls: { field: string; url: string }[],
  ownHosts: readonly string[],
): Promise<void> {
  for (const { field, url } of urls) {
    try {
      await assertPublicUrl(url, { allowedHosts: ownHosts });
    } catch (cause) {
      if (!(cause instanceof StudioError)) throw cause;
      throw new StudioError("input.invalid", { cause, fields: [{ path: field, key: "url.refused" }] });
    }
  }
}

async function requireOwnParent(transaction: Queryable, userId: string, parentId: string) {
  const parent = await transaction.generation.findFirst({
    where: { id: parentId, userId, erasedAt: null },
    select: { generator: true, input: true, idea: true },
  });
  if (!parent) throw new StudioError("not-found");
  return parent;
}
