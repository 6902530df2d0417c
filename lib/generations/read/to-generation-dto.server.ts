import { toDecimal } from "@/lib/costs/money";
import type { Prisma } from "@/lib/db/database.server";
import { errorFactsSchema } from "@/lib/errors/error-dto";
import { toErrorDto } from "@/lib/errors/error-facts";
import { assetFactsSchema } from "@/lib/media/find-asset.server";
import { isNoteKey, writeNote } from "@/lib/service/contract/idle-fields";
import {
  type GenerationDto,
  type InputFileDto,
  type OutputDto,
  type OutputItemDto,
  generationDtoSchema,
} from "./generation-dto";
import { nameAsset, namedAssetSelect } from "./name-asset.server";
import { nameResult } from "./result-name";
import type { QueuePlace } from "../line/find-places.server";
import { isTerminal } from "../record/states";
import type { Waiting } from "../record/waiting";
import {
  countStored,
  connectionFactsSchema,
  countsSchema,
  liveSchema,
  notesSchema,
  nullableWaitingSchema,
  outputFactsSchema,
  recordSchema,
  serviceFactsSchema,
  type LiveFacts,
} from "../record/stored-facts";

/** What the DTO of an output says about its item. */
const itemSelect = {
  id: true,
  favourite: true,
  rating: true,
  tags: true,
  title: true,
  deletedAt: true,
  version: true,
} as const satisfies Prisma.ItemSelect;

/** The relations that a DTO needs. */
export const generationInclude = {
  outputs: {
    include: { asset: true, item: { select: itemSelect } },
    orderBy: [{ role: "asc" }, { index: "asc" }],
  },
  inputs: {
    select: { field: true, asset: { select: namedAssetSelect } },
    orderBy: { field: "asc" },
  },
} as const satisfies Prisma.GenerationInclude;

export type GenerationRow = Prisma.GenerationGetPayload<{ include: typeof generationInclude }>;

const stateSchema = generationDtoSchema.shape.state;
const relationSchema = generationDtoSchema.shape.relation;

/**
 * A row as the API returns it, without anything its owner may not see. Pure.
 *
 * @param queued where it is in its line, for a queued generation (`findPlaces`)
 */
export function toGenerationDto(row: GenerationRow, queued?: QueuePlace): GenerationDto {
  const state = stateSchema.parse(row.state);
  const counts = countsSchema.parse(row.counts ?? {});
  const error = row.error === null ? null : errorFactsSchema.parse(row.error);
  const facts = row.facts === null ? undefined : serviceFactsSchema.parse(row.facts);
  const stored = isTerminal(state) ? null : nullableWaitingSchema.parse(row.waiting);
  const waiting = queued ? describeQueued(stored, queued) : stored;
  const traceId = facts?.traceId ?? error?.traceId;
  const live = row.live === null ? null : liveSchema.parse(row.live);
  return {
    id: row.id,
    generator: row.generator,
    state,
    input: recordSchema.parse(row.input),
    ...(row.inputs.length > 0 ? { inputFiles: row.inputs.map(toInputFileDto) } : {}),
    ...toNotes(row),
    model: row.model,
    outputs: row.outputs.flatMap((output) => toOutputDto(row, output)),
    ...(live ? { live: toLiveDto(row.id, live) } : {}),
    error: error ? toErrorDto(error) : null,
    counts: {
      expected: counts.expected,
      stored: countStored(counts, row.outputs),
      storing: count(row.outputs, "storing"),
      blocked: counts.blocked,
      failed: count(row.outputs, "failed"),
      partial: count(row.outputs, "partial"),
    },
    ...(row.usage === null ? {} : { usage: recordSchema.parse(row.usage) }),
    ...toCost(row),
    ...(facts ? { facts } : {}),
    ...(traceId ? { traceId } : {}),
    ...(waiting ? { waiting } : {}),
    ...toTake(row),
    sandbox: row.sandbox,
    profileId: connectionFactsSchema.parse(row.connection).profileId,
    parentId: row.parentId,
    relation: relationSchema.parse(row.relation),
    ...(row.batchId === null ? {} : { batchId: row.batchId }),
    favourite: row.favourite,
    title: row.title,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
    deletedAt: row.deletedAt?.toISOString() ?? null,
    ...(row.dismissedAt ? { dismissedAt: row.dismissedAt.toISOString() } : {}),
  };
}

/** Calls of others move a queued generation without changing its row: its wait for the rate limit is what the line says. */
function describeQueued(stored: Waiting | null, { place, wait }: QueuePlace): Waiting | null {
  const isPlanned = stored === null || stored.reason === "rate-limit" || stored.reason === "queue";
  if (!isPlanned || wait === undefined) return stored && { ...stored, place };
  if (wait) return { ...wait, place };
  return stored && { reason: "queue", place };
}

function toCost({
  currency,
  estimate,
  isAtLeast,
  cost,
}: Pick<GenerationRow, "currency" | "estimate" | "isAtLeast" | "cost">): Pick<GenerationDto, "cost"> {
  if (currency === null) return {};
  const write = (micros: bigint | null) => (micros === null ? null : toDecimal(micros));
  return {
    cost: {
      currency,
      estimate: write(estimate),
      isAtLeast,
      amount: write(cost),
      difference: write(cost === null || estimate === null ? null : cost - estimate),
    },
  };
}

function toTake({ idea, take }: Pick<GenerationRow, "idea" | "take">): Pick<GenerationDto, "take"> {
  return idea === null || take === null ? {} : { take: { idea, number: take } };
}

function toNotes(row: GenerationRow): Pick<GenerationDto, "notes"> {
  const notes = notesSchema.parse(row.notes ?? []).flatMap((note) => {
    const { key, values } = note;
    return isNoteKey(key) ? [{ ...note, message: writeNote(key, values) }] : [];
  });
  return notes.length > 0 ? { notes } : {};
}

function count(outputs: readonly { state: string }[], state: string): number {
  return outputs.filter((output) => output.state === state).length;
}

function toInputFileDto({ field, asset }: GenerationRow["inputs"][number]): InputFileDto {
  const { name, generationId } = nameAsset(asset);
  return {
    field,
    assetId: asset.id,
    mimeType: asset.mimeType,
    name,
    ...(generationId === undefined ? {} : { generationId }),
  };
}

function toLiveDto(id: string, { role, index, mimeType }: LiveFacts): NonNullable<GenerationDto["live"]> {
  const url = `/api/v1/generations/${id}/stream?role=${encodeURIComponent(role)}&index=${index}`;
  return { role, index, mimeType, url };
}

/**
 * The seed of an image, if one was sent. Without one the service draws a seed for each image and doesn't return it
 * (service.md "Image generation request").
 */
function toSeed(input: Record<string, unknown>, role: string): Pick<OutputDto, "seed"> {
  if (role !== "image") return {};
  const { seed } = input;
  return { seed: typeof seed === "number" || typeof seed === "string" ? seed : null };
}

function toOutputItemDto({
  id,
  favourite,
  rating,
  tags,
  title,
  deletedAt,
  version,
}: NonNullable<GenerationRow["outputs"][number]["item"]>): OutputItemDto {
  return {
    id,
    version,
    ...(favourite ? { favourite: true as const } : {}),
    ...(rating > 0 ? { rating } : {}),
    ...(tags.length > 0 ? { tags } : {}),
    ...(title === null ? {} : { title }),
    ...(deletedAt ? { deletedAt: deletedAt.toISOString() } : {}),
  };
}

function toOutputDto(row: GenerationRow, output: GenerationRow["outputs"][number]): OutputDto[] {
  const { asset } = output;
  if (!asset) return [];
  const { group, ...facts } = outputFactsSchema.parse(output.facts ?? {});
  const { sound, video } = assetFactsSchema.parse(asset.facts ?? {});
  const { generator, createdAt } = row;
  const named = {
    generator,
    createdAt: createdAt.toISOString(),
    title: row.title,
    input: recordSchema.parse(row.input),
    facts: recordSchema.parse(row.facts ?? {}),
    ...toTake(row),
  };
  return [
    {
      assetId: asset.id,
      index: output.index,
      role: output.role,
      mimeType: asset.mimeType,
      bytes: Number(asset.bytes),
      sha256: asset.sha256,
      ...(asset.width === null ? {} : { width: asset.width }),
      ...(asset.height === null ? {} : { height: asset.height }),
      ...(asset.durationSeconds === null ? {} : { durationSeconds: asset.durationSeconds }),
      ...(sound ? { sound } : {}),
      ...(video ? { video } : {}),
      ...(output.state === "partial" ? { partial: true as const } : {}),
      ...(output.item ? { item: toOutputItemDto(output.item) } : {}),
      ...(group === undefined ? {} : { group }),
      ...(Object.keys(facts).length > 0 ? { facts } : {}),
      ...toSeed(named.input, output.role),
      fileName: nameResult(named, {
        index: output.index,
        mimeType: asset.mimeType,
        role: output.role,
        group,
      }),
      url: `/api/media/${asset.id}`,
    },
  ];
}
