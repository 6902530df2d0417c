import type { Database, Prisma, Queryable } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { isNameTaken, requireFreeName, sortByName } from "@/lib/items/own-names.server";
import { changeList } from "@/lib/live/change-list.server";
import { checkAssets } from "@/lib/media/removal/remove-unused-files.server";
import { findMissingParts, listAssetIds, listUnknownFields, type PresetGenerator } from "./missing-parts";
import type { PresetDto, Presets, PresetWithInput } from "./preset-dto";
import type { NewPreset, PresetChanges } from "./preset-input";
import { maxPresets } from "./preset-limits";

interface PresetServices {
  database: Database;
  /** The generators of this version. */
  generators: { find(id: string): PresetGenerator | undefined };
}

/** One preset of a person. Every function throws StudioError not-found if there is none. */
interface OwnPreset {
  userId: string;
  id: string;
}

const listed = {
  id: true,
  generator: true,
  name: true,
  isDefault: true,
  createdAt: true,
  updatedAt: true,
} as const;
type ListedRow = Prisma.PresetGetPayload<{ select: typeof listed }>;

const whole = { ...listed, input: true, assets: { select: { assetId: true } } } as const;
type WholeRow = Prisma.PresetGetPayload<{ select: typeof whole }>;

const toDto = ({ id, generator, name, isDefault, createdAt, updatedAt }: ListedRow): PresetDto => ({
  id,
  generator,
  name,
  isDefault,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

function toWholeDto({ generators }: Pick<PresetServices, "generators">, row: WholeRow): PresetWithInput {
  const generator = generators.find(row.generator);
  const input = row.input as Record<string, unknown>;
  const assetIds = new Set(row.assets.map(({ assetId }) => assetId));
  return {
    ...toDto(row),
    // Nothing of a generator that is gone can be used.
    ...(generator ? findMissingParts(generator, input, assetIds) : { input: {}, missing: [] }),
  };
}

/** A person's presets, of one generator or of all, by name and without their values. */
export async function listPresets(
  database: Queryable,
  userId: string,
  { generator }: { generator?: string | undefined } = {},
): Promise<Presets> {
  const rows = await database.preset.findMany({
    where: { userId, ...(generator === undefined ? {} : { generator }) },
    select: listed,
  });
  return { presets: sortByName(rows).map(toDto) };
}

export async function getPreset(
  services: PresetServices,
  { userId, id }: OwnPreset,
): Promise<PresetWithInput> {
  const row = await services.database.preset.findFirst({ where: { userId, id }, select: whole });
  if (!row) throw new StudioError("not-found");
  return toWholeDto(services, row);
}

/** What a new form begins with; null without a default. */
export async function findDefaultPreset(
  services: PresetServices,
  { userId, generator }: { userId: string; generator: string },
): Promise<PresetWithInput | null> {
  const row = await services.database.preset.findFirst({
    where: { userId, generator, isDefault: true },
    select: whole,
  });
  return row && toWholeDto(services, row);
}

/**
 * Saves the values of a form. A file that is not the person's is missing from the start.
 *
 * @throws StudioError generator.unknown, preset.too-many, input.invalid at `name` for one that is taken, or at `input` for
 *   unknown fields
 */
export function createPreset(
  services: PresetServices,
  userId: string,
  { generator, name, input, isDefault }: NewPreset,
): Promise<PresetWithInput> {
  requireKnownFields(services, generator, input);
  return change(services.database, userId, async (transaction) => {
    await requireFreeName(transaction, { ...freeName, userId, group: generator, name });
    const count = await transaction.preset.count({ where: { userId, generator } });
    if (count >= maxPresets) throw new StudioError("preset.too-many");
    if (isDefault) await unsetDefault(transaction, userId, generator);
    const { id } = await transaction.preset.create({
      data: { userId, generator, name, input: input as Prisma.InputJsonObject, isDefault },
      select: { id: true },
    });
    await keepAssets(transaction, { userId, id, input });
    return toWholeDto(services, await transaction.preset.findUniqueOrThrow({ where: { id }, select: whole }));
  });
}

/**
 * Renames a preset, gives it other values, or makes it the default or not. What is left out stays.
 *
 * @throws StudioError input.invalid at `name` for one that is taken, or at `input` for unknown fields
 */
export function changePreset(
  services: PresetServices,
  { userId, id }: OwnPreset,
  { name, input, isDefault }: PresetChanges,
): Promise<PresetWithInput> {
  return change(services.database, userId, async (transaction) => {
    const preset = await transaction.preset.findFirst({ where: { userId, id }, select: listed });
    if (!preset) throw new StudioError("not-found");
    const { generator } = preset;
    if (name !== undefined) {
      await requireFreeName(transaction, { ...freeName, userId, group: generator, name, exceptId: id });
    }
    if (input !== undefined) requireKnownFields(services, generator, input);
    if (isDefault === true) await unsetDefault(transaction, userId, generator);
    await transaction.preset.update({
      where: { id },
      data: {
        ...(name === undefined ? {} : { name }),
        ...(input === undefined ? {} : { input: input as Prisma.InputJsonObject }),
        ...(isDefault === undefined ? {} : { isDefault }),
      },
    });
    if (input !== undefined) {
      await releaseAssets(transaction, { presetId: id });
      await keepAssets(transaction, { userId, id, input });
    }
    return toWholeDto(services, await transaction.preset.findUniqueOrThrow({ where: { id }, select: whole }));
  });
}

export async function deletePreset(database: Database, { userId, id }: OwnPreset): Promise<void> {
  await change(database, userId, async (transaction) => {
    await releaseAssets(transaction, { preset: { id, userId } });
    const { count } = await transaction.preset.deleteMany({ where: { id, userId } });
    if (count === 0) throw new StudioError("not-found");
  });
}

/** Adds a preset of an archive, unless its name is taken or the person has as many as they may. */
export function addImportedPreset(
  database: Database,
  preset: Omit<Prisma.PresetUncheckedCreateInput, "assets"> & { id: string },
  assetIds: readonly string[],
): Promise<void> {
  const { userId, generator, name } = preset;
  return change(database, userId, async (transaction) => {
    const count = await transaction.preset.count({ where: { userId, generator } });
    const isTaken = await isNameTaken(transaction, { table: "Preset", userId, group: generator, name });
    if (count >= maxPresets || isTaken) return;
    const hasDefault = await transaction.preset.count({ where: { userId, generator, isDefault: true } });
    await transaction.preset.create({
      data: { ...preset, isDefault: preset.isDefault === true && hasDefault === 0 },
    });
    await keepAssetsById(transaction, { userId, id: preset.id, assetIds });
  });
}

/** Deletes all presets of a person, whose account is being removed. */
export async function deleteAllPresets(database: Queryable, userId: string): Promise<void> {
  await database.preset.deleteMany({ where: { userId } });
}

/** The presets that use files, by the IDs of these. */
export async function findUsingPresets(
  database: Queryable,
  assetIds: readonly string[],
): Promise<Map<string, { presetId: string; generator: string; name: string }[]>> {
  const rows = await database.presetAsset.findMany({
    where: { assetId: { in: [...assetIds] } },
    select: { assetId: true, preset: { select: { id: true, generator: true, name: true } } },
    orderBy: { presetId: "desc" },
  });
  return new Map(
    [...Map.groupBy(rows, ({ assetId }) => assetId)].map(([assetId, uses]) => [
      assetId,
      uses.map(({ preset: { id, ...preset } }) => ({ presetId: id, ...preset })),
    ]),
  );
}

/** Takes a file from the presets that use it, in the transaction in which its person deletes it. */
export async function takeFromPresets(
  transaction: Prisma.TransactionClient,
  { userId, assetId }: { userId: string; assetId: string },
): Promise<void> {
  await transaction.presetAsset.deleteMany({ where: { assetId, preset: { userId } } });
}

const freeName = { table: "Preset", key: "preset.name.taken" } as const;

const change = <Result>(
  database: Database,
  userId: string,
  write: (transaction: Prisma.TransactionClient) => Promise<Result>,
) => changeList(database, { userId, list: "presets" }, write);

function requireKnownFields(
  { generators }: Pick<PresetServices, "generators">,
  generator: string,
  input: Record<string, unknown>,
): void {
  const definition = generators.find(generator);
  if (!definition) throw new StudioError("generator.unknown");
  const unknown = listUnknownFields(definition, input);
  if (unknown.length === 0) return;
  throw new StudioError("input.invalid", {
    fields: unknown.slice(0, 100).map((name) => ({ path: `input.${name}`, key: "field.unknown" })),
  });
}

async function unsetDefault(
  transaction: Prisma.TransactionClient,
  userId: string,
  generator: string,
): Promise<void> {
  await transaction.preset.updateMany({
    where: { userId, generator, isDefault: true },
    data: { isDefault: false },
  });
}

function keepAssets(
  transaction: Prisma.TransactionClient,
  { input, ...preset }: OwnPreset & { input: Record<string, unknown> },
): Promise<void> {
  return keepAssetsById(transaction, { ...preset, assetIds: listAssetIds(input) });
}

/** Notes the files that a preset uses. The lock keeps them from being removed meanwhile. */
async function keepAssetsById(
  transaction: Prisma.TransactionClient,
  { userId, id, assetIds }: OwnPreset & { assetIds: readonly string[] },
): Promise<void> {
  await transaction.$executeRaw`
    INSERT INTO "PresetAsset" ("presetId", "assetId")
    SELECT ${id}::uuid, "id" FROM "Asset"
    WHERE "id"::text = ANY (${assetIds}::text[]) AND "userId" = ${userId}::uuid AND "deletedAt" IS NULL
    FOR KEY SHARE`;
}

/** A file that was deleted while a preset used it goes with the last one that does. */
async function releaseAssets(
  transaction: Prisma.TransactionClient,
  where: Prisma.PresetAssetWhereInput,
): Promise<void> {
  const rows = await transaction.presetAsset.findMany({
    where: { ...where, asset: { OR: [{ origin: "output" }, { deletedAt: { not: null } }] } },
    select: { assetId: true },
  });
  await checkAssets(
    transaction,
    rows.map(({ assetId }) => assetId),
  );
  await transaction.presetAsset.deleteMany({ where });
}
