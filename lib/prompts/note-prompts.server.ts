import { createHash, randomUUIDv7 } from "node:crypto";
import type { Prisma } from "@/lib/db/database.server";
import { promptFields } from "@/lib/items/prompt-fields";
import { normaliseText } from "@/lib/items/search-text";
import { listPromptKeys, listTextTokens } from "./prompt-keys";

interface NewGeneration {
  id: string;
  userId: string;
  generator: string;
  input: unknown;
  /** A sample of a voice is nobody's writing. */
  relation: string | null;
}

interface Written {
  generationId: string;
  userId: string;
  generator: string;
  field: string;
  /** In hexadecimal. */
  digest: string;
  words: string;
  /** As an array of PostgreSQL. */
  keys: string;
}

/** The texts of generations, in the order in which their prompts are locked. */
function listWritten(generations: readonly NewGeneration[]): Written[] {
  const known = new Map<string, number>();
  return generations
    .filter(({ relation }) => relation !== "sample")
    .flatMap(({ id, userId, generator, input }) =>
      promptFields.flatMap((field) => {
        const text: unknown = Object(input)[field];
        if (typeof text !== "string" || text.trim() === "") return [];
        const digest = createHash("sha256").update(text.trim()).digest("hex");
        const words = normaliseText(text);
        const keys = `{${listPromptKeys(userId, listTextTokens(words), known).join()}}`;
        return [{ generationId: id, userId, generator, field, digest, words, keys }];
      }),
    )
    .toSorted((left, right) => (sortKey(left) < sortKey(right) ? -1 : 1));
}

const sortKey = ({ generator, field, digest }: Written) => `${generator} ${field} ${digest}`;

/** Remembers what was written for new generations, in the transaction that creates them. One statement for any number. */
export async function notePrompts(
  transaction: Prisma.TransactionClient,
  generations: readonly NewGeneration[],
): Promise<void> {
  const written = listWritten(generations);
  if (written.length === 0) return;
  const column = (name: keyof Written) => written.map((each) => each[name]);
  await transaction.$executeRaw`
    WITH written AS MATERIALIZED (
      SELECT * FROM unnest(
        ${written.map(() => randomUUIDv7())}::uuid[], ${column("generationId")}::uuid[], ${column("userId")}::uuid[],
        ${column("generator")}::text[], ${column("field")}::text[], ${column("digest")}::text[],
        ${column("words")}::text[], ${column("keys")}::text[]
      ) WITH ORDINALITY AS given(
        "newId", "generationId", "userId", "generator", "field", "hex", "words", "keys", "place"
      )
    ),
    prompts AS (
      INSERT INTO "Prompt" AS known ("id", "userId", "generator", "field", "digest", "lastId")
      SELECT "newId", "userId", "generator", "field", decode("hex", 'hex'), "generationId"
      FROM (
        SELECT DISTINCT ON ("userId", "generator", "field", "hex") * FROM written
        ORDER BY "userId", "generator", "field", "hex", "generationId" DESC
      ) newest
      ORDER BY "place"
      ON CONFLICT ("userId", "generator", "field", "digest")
      DO UPDATE SET "lastId" = greatest(known."lastId", EXCLUDED."lastId")
      RETURNING "id", "userId", "generator", "field", encode("digest", 'hex') AS "hex"
    ),
    words AS (
      INSERT INTO "PromptWords" ("promptId", "userId", "words", "keys")
      SELECT DISTINCT ON (prompts."id") prompts."id", prompts."userId", written."words", written."keys"::int[]
      FROM prompts JOIN written USING ("userId", "generator", "field", "hex")
      ON CONFLICT ("promptId") DO NOTHING
    )
    INSERT INTO "PromptUse" ("promptId", "generationId")
    SELECT prompts."id", written."generationId"
    FROM prompts JOIN written USING ("userId", "generator", "field", "hex")`;
}

/** Forgets what generations have that are deleted for good; what others have, too, stays. */
export async function forgetPrompts(
  transaction: Prisma.TransactionClient,
  generationIds: readonly string[],
): Promise<void> {
  const rows = await transaction.$queryRaw<{ id: string }[]>`
    SELECT prompt."id" FROM "Prompt" prompt
    WHERE prompt."id" IN (
      SELECT "promptId" FROM "PromptUse" WHERE "generationId" = ANY (${generationIds}::uuid[])
    )
    ORDER BY prompt."generator", prompt."field", prompt."digest" FOR UPDATE`;
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await transaction.$executeRaw`DELETE FROM "PromptUse" WHERE "generationId" = ANY (${generationIds}::uuid[])`;
  await transaction.$executeRaw`
    DELETE FROM "Prompt" prompt
    WHERE prompt."id" = ANY (${ids}::uuid[])
      AND NOT EXISTS (SELECT FROM "PromptUse" used WHERE used."promptId" = prompt."id")`;
  await transaction.$executeRaw`
    UPDATE "Prompt" prompt SET "lastId" = (
      SELECT "generationId" FROM "PromptUse" used WHERE used."promptId" = prompt."id"
      ORDER BY "generationId" DESC LIMIT 1
    )
    WHERE prompt."id" = ANY (${ids}::uuid[]) AND prompt."lastId" = ANY (${generationIds}::uuid[])`;
}

/** Forgets the prompts of a person whose account is being removed: those who take over the results don't get them. */
export async function forgetAllPrompts(
  database: Pick<Prisma.TransactionClient, "prompt">,
  userId: string,
): Promise<void> {
  await database.prompt.deleteMany({ where: { userId } });
}
