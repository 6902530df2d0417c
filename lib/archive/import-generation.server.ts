import { type Database, jsonNull, type Prisma } from "@/lib/db/database.server";
import { setItems } from "@/lib/items/change/write-items.server";
import { storeItem } from "@/lib/items/change/store-item.server";
import { notePrompts } from "@/lib/prompts/note-prompts.server";
import { ArchiveError } from "./archive-error";
import type { ArchiveRow } from "./archive-tables.server";
import { type AssetMap, type StoredFile, writeAssets } from "./import-assets.server";
import { type MappedId, mapIds } from "./map-ids.server";

/** A generation of an archive with all that belongs to it. */
export interface ArchivedGeneration {
  generation: ArchiveRow<"generations">;
  attempts: ArchiveRow<"attempts">[];
  outputs: ArchiveRow<"outputs">[];
  items: ArchiveRow<"items">[];
  inputs: ArchiveRow<"inputs">[];
}

interface Target {
  database: Database;
  userId: string;
  assets: AssetMap;
}

/** Leaves out results and inputs whose file the archive says it lacks. Throws ArchiveError for files it doesn't name. */
export function withoutLostFiles(archived: ArchivedGeneration, assets: AssetMap): ArchivedGeneration {
  const outputs = archived.outputs.filter(({ assetId }) => assetId === null || !assets.isLost(assetId));
  const kept = new Set(outputs.map(({ id }) => id));
  return {
    ...archived,
    outputs,
    items: archived.items.filter((item) => {
      const isResult = archived.outputs.some(({ id, assetId }) => id === item.id && assetId !== null);
      if (!isResult) throw new ArchiveError(`The item ${item.id} of the archive has no result.`);
      return kept.has(item.id);
    }),
    inputs: archived.inputs.filter(({ assetId }) => !assets.isLost(assetId)),
  };
}

/** The IDs that the results of a generation get here. */
function mapResults(
  { database, userId }: Pick<Target, "database" | "userId">,
  { isCopy }: MappedId,
  { outputs }: ArchivedGeneration,
): Promise<Map<string, MappedId>> {
  return mapIds(database, {
    ...{ table: "Output", userId, asCopies: isCopy },
    ids: outputs.map((output) => output.id),
  });
}

/** A generation without the results that the account has. */
export async function withoutKnownResults(
  target: Pick<Target, "database" | "userId">,
  mapped: MappedId,
  archived: ArchivedGeneration,
): Promise<ArchivedGeneration> {
  const known = await mapResults(target, mapped, archived);
  const isNew = (result: { id: string }) => !known.get(result.id)?.isKnown;
  return { ...archived, outputs: archived.outputs.filter(isNew), items: archived.items.filter(isNew) };
}

/**
 * Writes a generation with everything that belongs to it, or nothing. It is history: it has ended, and nothing of it can
 * be sent, polled or downloaded again. One that the account has gets these results back, and what it was made from if that was
 * deleted for good.
 */
export async function importGeneration(
  { database, userId, assets }: Target,
  mapped: MappedId,
  archived: ArchivedGeneration,
  files: readonly StoredFile[],
): Promise<void> {
  const { id, isKnown, isCopy } = mapped;
  const { generation, attempts, outputs, items, inputs } = archived;
  const parent = generation.parentId
    ? await mapIds(database, {
        ...{ table: "Generation", userId, asCopies: isCopy },
        ids: [generation.parentId],
      })
    : null;
  const parentId = parent?.get(generation.parentId!);
  const outputIds = await mapResults({ database, userId }, mapped, archived);
  const outputIdOf = (archivedId: string): string => {
    const output = outputIds.get(archivedId)!;
    if (output.isKnown)
      throw new ArchiveError(`The result ${archivedId} belongs to another generation here.`);
    return output.id;
  };
  await database.$transaction(async (transaction) => {
    await writeAssets(transaction, userId, files);
    const columns = {
      ...toColumns(generation, assets),
      parentId: parentId?.isKnown ? parentId.id : null,
    };
    const written = isKnown
      ? await restoreErased(transaction, id, columns)
      : await transaction.generation.createManyAndReturn({
          data: {
            ...columns,
            ...{ id, userId },
            // A copy leaves the key of the request to the generation itself.
            idempotencyKey: isCopy ? `imported-${id}` : await chooseKey(transaction, userId, generation),
          },
        });
    await notePrompts(transaction, written);
    await transaction.attempt.createMany({
      skipDuplicates: isKnown,
      data: attempts.map(({ state, error, ...attempt }) => ({
        ...attempt,
        generationId: id,
        state: state === "prepared" ? "unsent" : state === "open" ? "unknown" : state,
        error: toJson(error),
      })),
    });
    await transaction.output.createMany({
      data: outputs.map(({ assetId, error, facts, ...output }) => ({
        ...output,
        id: outputIdOf(output.id),
        generationId: id,
        assetId: assetId === null ? null : assets.idOf(assetId),
        error: toJson(error),
        facts: toJson(facts),
      })),
    });
    await transaction.generationAsset.createMany({
      data: inputs.map(({ assetId, field }) => ({ generationId: id, assetId: assets.idOf(assetId), field })),
      skipDuplicates: true,
    });
    await importItems(transaction, id, outputs, items, outputIdOf);
  });
}

async function importItems(
  transaction: Prisma.TransactionClient,
  generationId: string,
  outputs: readonly ArchiveRow<"outputs">[],
  items: readonly ArchiveRow<"items">[],
  outputIdOf: (id: string) => string,
): Promise<void> {
  const byId = new Map(outputs.map((output) => [output.id, output]));
  for (const { id, takeName, searchText } of items) {
    const { role, index } = byId.get(id)!;
    await storeItem(transaction, { generationId, role, index }, { name: takeName, searchText });
  }
  if (items.length === 0) return;
  await setItems(
    transaction,
    items.map(({ id, title, tags, favourite, rating, deletedAt }) => ({
      id: outputIdOf(id),
      title,
      tags,
      favourite,
      rating,
      deletedAt,
    })),
  );
}

/** Gives a generation back what it loses when it is deleted for good (lib/generations/change/erase-generations.server.ts). */
function restoreErased(
  transaction: Prisma.TransactionClient,
  id: string,
  columns: ReturnType<typeof toColumns> & { parentId: string | null },
) {
  const { input, notes, title, searchText, voice, facts, idea, take, parentId, relation } = columns;
  return transaction.generation.updateManyAndReturn({
    where: { id, erasedAt: { not: null } },
    data: {
      ...{ input, notes, title, searchText, voice, facts, idea, take, parentId, relation },
      ...{ deletedAt: null, erasedAt: null, version: { increment: 1 } },
    },
  });
}

/** The key of the request, so that whoever repeats it here gets this generation; another one if it is taken. */
async function chooseKey(
  transaction: Prisma.TransactionClient,
  userId: string,
  { id, idempotencyKey }: ArchiveRow<"generations">,
): Promise<string> {
  const taken = await transaction.generation.count({ where: { userId, idempotencyKey } });
  return taken > 0 ? `imported-${id}` : idempotencyKey;
}

function toColumns(
  { profileId, input, notes, counts, usage, facts, error, ...generation }: ArchiveRow<"generations">,
  assets: AssetMap,
) {
  return {
    ...generation,
    input: mapInput(input, assets) as Prisma.InputJsonObject,
    notes: toJson(notes),
    counts: toJson(counts),
    usage: toJson(usage),
    facts: toJson(facts),
    error: toJson(error),
    // The connection stayed behind: this one reaches nothing.
    connection: { profileId: profileId ?? "imported", baseUrl: "", scope: "imported", trusted: false },
  };
}

const toJson = (value: object | null) => (value === null ? jsonNull : (value as Prisma.InputJsonValue));

/** An input with the IDs that its files have here. */
export function mapInput(value: unknown, assets: AssetMap): unknown {
  if (Array.isArray(value)) return value.map((part) => mapInput(part, assets));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      name === "assetId" && typeof part === "string" ? (assets.findId(part) ?? part) : mapInput(part, assets),
    ]),
  );
}
