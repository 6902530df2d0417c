import type { Database, Prisma, Queryable } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { isNameTaken, requireFreeName } from "@/lib/items/own-names.server";
import { changeList } from "@/lib/live/change-list.server";
import type { SavedSearchDto, SavedSearches } from "./saved-search-dto";
import type { NewSavedSearch, SavedSearchChanges } from "./saved-search-input";
import { maxSavedSearches } from "./saved-search-limits";

/** One saved search of a person. Every function throws StudioError not-found if there is none. */
interface OwnSearch {
  userId: string;
  id: string;
}

const freeName = { table: "SavedSearch", key: "saved-search.name.taken" } as const;

type Row = Prisma.SavedSearchGetPayload<object>;

const toDto = ({ id, name, query, createdAt, updatedAt }: Row): SavedSearchDto => ({
  id,
  name,
  query,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

/** A person's saved searches in their order. */
export async function listSavedSearches(database: Queryable, userId: string): Promise<SavedSearches> {
  const rows = await database.savedSearch.findMany({
    where: { userId },
    orderBy: [{ position: "asc" }, { id: "asc" }],
  });
  return { savedSearches: rows.map(toDto) };
}

/**
 * Saves a search behind the others.
 *
 * @throws StudioError input.invalid at `name` for one that is taken, saved-search.too-many
 */
export function createSavedSearch(
  database: Database,
  userId: string,
  { name, query }: NewSavedSearch,
): Promise<SavedSearchDto> {
  return change(database, userId, async (transaction) => {
    await requireFreeName(transaction, { ...freeName, userId, name });
    const { _count: count, _max: last } = await transaction.savedSearch.aggregate({
      where: { userId },
      _count: true,
      _max: { position: true },
    });
    if (count >= maxSavedSearches) throw new StudioError("saved-search.too-many");
    const position = (last.position ?? 0) + 1;
    return toDto(await transaction.savedSearch.create({ data: { userId, name, query, position } }));
  });
}

/**
 * Renames a saved search, or gives it another query. What is left out stays.
 *
 * @throws StudioError input.invalid at `name` for one that is taken
 */
export function changeSavedSearch(
  database: Database,
  { userId, id }: OwnSearch,
  { name, query }: SavedSearchChanges,
): Promise<SavedSearchDto> {
  return change(database, userId, async (transaction) => {
    if (name !== undefined) await requireFreeName(transaction, { ...freeName, userId, name, exceptId: id });
    const { count } = await transaction.savedSearch.updateMany({
      where: { userId, id },
      data: { ...(name === undefined ? {} : { name }), ...(query === undefined ? {} : { query }) },
    });
    if (count === 0) throw new StudioError("not-found");
    return toDto(await transaction.savedSearch.findUniqueOrThrow({ where: { id } }));
  });
}

export async function deleteSavedSearch(database: Database, one: OwnSearch): Promise<void> {
  await change(database, one.userId, async (transaction) => {
    const { count } = await transaction.savedSearch.deleteMany({ where: one });
    if (count === 0) throw new StudioError("not-found");
  });
}

/**
 * Puts these first, in this order; the others follow in theirs.
 *
 * @throws StudioError not-found if one of them is gone or somebody else's
 */
export function orderSavedSearches(
  database: Database,
  userId: string,
  ids: readonly string[],
): Promise<SavedSearches> {
  return change(database, userId, async (transaction) => {
    const { savedSearches } = await listSavedSearches(transaction, userId);
    const known = new Set(savedSearches.map(({ id }) => id));
    if (!ids.every((id) => known.has(id))) throw new StudioError("not-found");
    const order = [...new Set([...ids, ...known])];
    await transaction.$executeRaw`
      UPDATE "SavedSearch" search SET "position" = placed."position"
      FROM unnest(${order}::uuid[]) WITH ORDINALITY AS placed("id", "position")
      WHERE search."id" = placed."id" AND search."userId" = ${userId}::uuid`;
    return listSavedSearches(transaction, userId);
  });
}

/** Adds a saved search of an archive, unless its name is taken or the person has as many as they may. */
export function addImportedSearch(
  database: Database,
  search: Prisma.SavedSearchUncheckedCreateInput,
): Promise<void> {
  const { userId, name } = search;
  return change(database, userId, async (transaction) => {
    const count = await transaction.savedSearch.count({ where: { userId } });
    if (count >= maxSavedSearches || (await isNameTaken(transaction, { table: "SavedSearch", userId, name })))
      return;
    await transaction.savedSearch.create({ data: search });
  });
}

const change = <Result>(
  database: Database,
  userId: string,
  write: (transaction: Prisma.TransactionClient) => Promise<Result>,
) => changeList(database, { userId, list: "savedSearches" }, write);
