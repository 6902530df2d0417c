import { z } from "zod";
import { Prisma, type Queryable } from "@/lib/db/database.server";
import { readJson } from "@/lib/errors/read-json";
import { StudioError } from "@/lib/errors/studio-error";
import { listWordTokens, parseSearch } from "@/lib/items/search-text";
import type { ListPromptsQuery } from "./list-prompts-query";
import { type PromptDto, promptSchema, type PromptPage } from "./prompt-dto";
import { listPromptKeys } from "./prompt-keys";
import { promptPreviewLength } from "./prompt-limits";

/** The part of a database client that reading prompts needs. */
type Reader = Pick<Queryable, "$queryRaw">;

interface PromptRow {
  id: string;
  generator: string;
  field: string;
  text: string;
  length: number;
  generationId: string;
  usedAt: Date;
}

/** Among how many of the next prompts the matching ones are looked for before the index is. */
const nearCount = 500;

/**
 * A page of a person's prompts, newest first. Takes about as long for 100,000 as for a few: words that many prompts have
 * are found among the next of them, others in the index.
 */
export async function listPrompts(
  database: Reader,
  userId: string,
  query: ListPromptsQuery,
): Promise<PromptPage> {
  const { limit } = query;
  const found = await findPrompts(database, userId, { ...query, limit: limit + 1 });
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    prompts: page.map((row) => ({ ...toDto(row), isShortened: row.length > promptPreviewLength })),
    nextCursor: last && found.length > limit ? writeCursor(last) : null,
  };
}

/**
 * A prompt with its whole text.
 *
 * @throws StudioError not-found, also for somebody else's
 */
export async function getPrompt(
  database: Reader,
  { userId, id }: { userId: string; id: string },
): Promise<PromptDto> {
  const own = Prisma.sql`
    SELECT * FROM "Prompt" WHERE "id" = ${id}::uuid AND "userId" = ${userId}::uuid`;
  const [row] = await database.$queryRaw<PromptRow[]>(describePrompts(own, wholeText));
  if (!row) throw new StudioError("not-found");
  return toDto(row);
}

const wholeText = Prisma.sql`take."input" ->> prompt."field"`;
const preview = Prisma.sql`left(${wholeText}, ${Prisma.raw(String(promptPreviewLength))})`;

/** Prompts with what is read of their newest generation. */
function describePrompts(prompts: Prisma.Sql, text: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    SELECT prompt."id", prompt."generator", prompt."field", ${text} AS "text",
      char_length(${wholeText}) AS "length", take."id" AS "generationId", take."createdAt" AS "usedAt"
    FROM (${prompts}) prompt JOIN "Generation" take ON take."id" = prompt."lastId"
    ORDER BY prompt."lastId" DESC, prompt."id" DESC`;
}

async function findPrompts(database: Reader, userId: string, query: ListPromptsQuery): Promise<PromptRow[]> {
  const { generator, field, q = "", cursor, limit } = query;
  const after = cursor === undefined ? null : readCursor(cursor);
  const where = Prisma.join(
    [
      Prisma.sql`prompt."userId" = ${userId}::uuid`,
      ...(generator === undefined ? [] : [Prisma.sql`prompt."generator" = ${generator}::text`]),
      ...(field === undefined ? [] : [Prisma.sql`prompt."field" = ${field}::text`]),
      ...(after ? [Prisma.sql`(prompt."lastId", prompt."id") < (${after[0]}::uuid, ${after[1]}::uuid)`] : []),
    ],
    " AND ",
  );
  const order = Prisma.sql`ORDER BY prompt."lastId" DESC, prompt."id" DESC`;
  const read = (prompts: Prisma.Sql) => database.$queryRaw<PromptRow[]>(describePrompts(prompts, preview));
  const { words, without } = parseSearch(q);
  const next = (count: number) => Prisma.sql`
    SELECT prompt.* FROM "Prompt" prompt WHERE ${where} ${order} LIMIT ${Prisma.raw(String(count))}`;
  if (words.length + without.length === 0) return read(next(limit));
  const matches = Prisma.sql`
    NOT EXISTS (SELECT FROM unnest(${words}::text[]) word WHERE strpos(written."words", word) = 0)
    AND NOT EXISTS (SELECT FROM unnest(${without}::text[]) word WHERE strpos(written."words", word) > 0)`;
  const near = await read(Prisma.sql`
    SELECT prompt.* FROM (${next(nearCount)}) prompt
    JOIN "PromptWords" written ON written."promptId" = prompt."id"
    WHERE ${matches} ${order} LIMIT ${limit}`);
  if (near.length >= limit) return near;
  // What is only excluded has no token: most prompts match, and the list is read in its order.
  const candidates =
    words.length === 0
      ? Prisma.sql`"PromptWords"`
      : Prisma.sql`(
          SELECT * FROM "PromptWords" known
          WHERE known."keys" @> ${listPromptKeys(userId, listWordTokens(words))}::int[] AND known."userId" = ${userId}::uuid
          OFFSET 0
        )`;
  return read(Prisma.sql`
    SELECT prompt.* FROM ${candidates} written JOIN "Prompt" prompt ON prompt."id" = written."promptId"
    WHERE ${where} AND ${matches} ${order} LIMIT ${limit}`);
}

const { field: fieldSchema } = promptSchema.shape;

function toDto({ id, generator, field, text, generationId, usedAt }: PromptRow): PromptDto {
  return { id, generator, field: fieldSchema.parse(field), text, generationId, usedAt: usedAt.toISOString() };
}

const cursorSchema = z.tuple([z.uuid(), z.uuid()]);

function writeCursor({ generationId, id }: PromptRow): string {
  return Buffer.from(JSON.stringify([generationId, id])).toString("base64url");
}

/** @throws StudioError input.invalid */
function readCursor(cursor: string): readonly [string, string] {
  const position = readJson(cursorSchema, Buffer.from(cursor, "base64url").toString());
  if (!position) throw new StudioError("input.invalid", { fields: [{ path: "cursor", key: "cursor" }] });
  return position;
}
