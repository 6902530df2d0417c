import type { Database, Prisma, Queryable } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { isNameTaken, requireFreeName, sortByName } from "@/lib/items/own-names.server";
import { changeList } from "@/lib/live/change-list.server";
import { type SnippetDto, snippetSchema, type Snippets } from "./snippet-dto";
import type { NewSnippet, SnippetChanges } from "./snippet-input";
import { maxSnippets } from "./snippet-limits";

/** One snippet of a person. Every function throws StudioError not-found if there is none. */
interface OwnSnippet {
  userId: string;
  id: string;
}

const freeName = { table: "Snippet", key: "snippet.name.taken" } as const;

const toDto = ({
  id,
  name,
  text,
  fields,
  createdAt,
  updatedAt,
}: Prisma.SnippetGetPayload<object>): SnippetDto => ({
  id,
  name,
  text,
  fields: snippetSchema.shape.fields.parse(fields),
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

/** A person's snippets by name. */
export async function listSnippets(database: Queryable, userId: string): Promise<Snippets> {
  return { snippets: sortByName(await database.snippet.findMany({ where: { userId } })).map(toDto) };
}

/** @throws StudioError snippet.too-many, input.invalid at `name` for one that is taken */
export function createSnippet(database: Database, userId: string, snippet: NewSnippet): Promise<SnippetDto> {
  return change(database, userId, async (transaction) => {
    await requireFreeName(transaction, { ...freeName, userId, name: snippet.name });
    if (!(await hasRoom(transaction, userId))) throw new StudioError("snippet.too-many");
    return toDto(await transaction.snippet.create({ data: { userId, ...snippet } }));
  });
}

/**
 * Renames a snippet, or gives it another text or other fields. What is left out stays.
 *
 * @throws StudioError input.invalid at `name` for one that is taken
 */
export function changeSnippet(
  database: Database,
  { userId, id }: OwnSnippet,
  { name, text, fields }: SnippetChanges,
): Promise<SnippetDto> {
  return change(database, userId, async (transaction) => {
    if (name !== undefined) await requireFreeName(transaction, { ...freeName, userId, name, exceptId: id });
    const { count } = await transaction.snippet.updateMany({
      where: { userId, id },
      data: {
        ...(name === undefined ? {} : { name }),
        ...(text === undefined ? {} : { text }),
        ...(fields === undefined ? {} : { fields }),
      },
    });
    if (count === 0) throw new StudioError("not-found");
    return toDto(await transaction.snippet.findUniqueOrThrow({ where: { id } }));
  });
}

export async function deleteSnippet(database: Database, one: OwnSnippet): Promise<void> {
  await change(database, one.userId, async (transaction) => {
    const { count } = await transaction.snippet.deleteMany({ where: one });
    if (count === 0) throw new StudioError("not-found");
  });
}

/** Adds a snippet of an archive, unless its name is taken or the person has as many as they may. */
export function addImportedSnippet(
  database: Database,
  snippet: Prisma.SnippetUncheckedCreateInput,
): Promise<void> {
  const { userId, name } = snippet;
  return change(database, userId, async (transaction) => {
    const isTaken = await isNameTaken(transaction, { table: "Snippet", userId, name });
    if (!isTaken && (await hasRoom(transaction, userId))) await transaction.snippet.create({ data: snippet });
  });
}

const hasRoom = async (transaction: Prisma.TransactionClient, userId: string) =>
  (await transaction.snippet.count({ where: { userId } })) < maxSnippets;

const change = <Result>(
  database: Database,
  userId: string,
  write: (transaction: Prisma.TransactionClient) => Promise<Result>,
) => changeList(database, { userId, list: "snippets" }, write);
