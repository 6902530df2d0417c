import { z } from "zod";
import { Prisma } from "@/lib/db/database.server";
import { errorFactsSchema } from "@/lib/errors/error-dto";
import { toErrorDto } from "@/lib/errors/error-facts";
import { generationStates } from "@/lib/generations/record/states";
import type { FilmDocument } from "../film-document";
import { describeSources, listFilmSources } from "../read/film-items.server";
import type { Reader } from "../read/film-access.server";
import { noGeneration } from "./film-places";
import type { FilmGenerations } from "./film-generation-dto";
import { placeOf } from "./resolve-places";

const rowsSchema = z.array(
  z.object({
    placeId: z.uuid(),
    after: z.string(),
    problem: z.string().nullable(),
    isOwn: z.boolean(),
    isOwnWait: z.boolean(),
    isErased: z.boolean(),
    id: z.uuid().nullable(),
    generator: z.string().nullable(),
    model: z.string().nullable(),
    state: z.enum(generationStates).nullable(),
    version: z.number().nullable(),
    createdAt: z.date().nullable(),
    startedAt: z.date().nullable(),
    finishedAt: z.date().nullable(),
    error: z.unknown(),
    itemIds: z.array(z.uuid()),
  }),
);

interface Wanted {
  userId: string;
  filmId: string;
  projectId: string | null;
  document: FilmDocument;
}

/**
 * What was sent for the shots and captions of a film that a person sees, and what waits to be sent. A document that was copied or
 * imported may name generations that its film didn't send: those of the person themselves count, too.
 */
export async function listFilmGenerations(
  database: Reader,
  { userId, filmId, projectId, document }: Wanted,
): Promise<FilmGenerations> {
  const named = document.shots.flatMap((shot) => {
    const generationId = placeOf(shot)?.generationId;
    return generationId ? [{ placeId: shot.id, generationId }] : [];
  });
  const placeIds = [...document.shots, ...document.captions].map(({ id }) => id);
  const rows = rowsSchema.parse(
    await database.$queryRaw<unknown[]>`
      SELECT place."placeId", place."after", place."problem", place."userId" = ${userId}::uuid AS "isOwnWait",
        coalesce(generation."userId" = ${userId}::uuid, false) AS "isOwn",
        generation."erasedAt" IS NOT NULL AS "isErased", generation."id", generation."generator", generation."model", generation."state", generation."version",
        generation."createdAt", generation."startedAt", generation."finishedAt", generation."error",
        ARRAY(
          SELECT item."id" FROM "Item" item JOIN "Output" output ON output."id" = item."id"
          WHERE item."generationId" = generation."id" AND item."deletedAt" IS NULL ORDER BY output."index", item."id"
        ) AS "itemIds"
      FROM (
        SELECT "placeId", "after", "generationId", "problem", "userId" FROM "FilmGeneration"
        WHERE "filmId" = ${filmId}::uuid AND "placeId" = ANY (${placeIds}::uuid[])
        UNION ALL
        SELECT named."placeId", ${noGeneration}::uuid, other."id", NULL, other."userId"
        FROM jsonb_to_recordset(${JSON.stringify(named)}::jsonb) AS named("placeId" uuid, "generationId" uuid)
        JOIN "Generation" other ON other."id" = named."generationId" AND other."userId" = ${userId}::uuid
        WHERE NOT EXISTS (
          SELECT FROM "FilmGeneration" sent
          WHERE sent."filmId" = ${filmId}::uuid AND sent."generationId" = named."generationId"
        )
      ) place
      LEFT JOIN "Generation" generation ON generation."id" = place."generationId"
      ORDER BY generation."id"`,
  );
  const items = await listShownItems(database, { userId, projectId, rows });
  return {
    generations: rows.flatMap((row) => {
      const { placeId, isOwn, isErased, id, generator, model, state, version, createdAt } = row;
      if (!id || !generator || !model || !state || version === null || !createdAt) return [];
      const error = row.error === null ? null : toErrorDto(errorFactsSchema.parse(row.error));
      return [
        {
          placeId,
          after: row.after === noGeneration ? null : row.after,
          id,
          isOwn,
          isErased,
          generator,
          model,
          state,
          version,
          createdAt: createdAt.toISOString(),
          startedAt: row.startedAt?.toISOString() ?? null,
          finishedAt: row.finishedAt?.toISOString() ?? null,
          error: error && { code: error.code, mayBeBilled: error.made !== "nothing" },
          items: row.itemIds.flatMap((itemId) => items.get(itemId) ?? []),
        },
      ];
    }),
    waiting: rows.flatMap(({ id, placeId, isOwnWait, problem }) =>
      id === null ? [{ placeId, isOwn: isOwnWait, problem }] : [],
    ),
  };
}

async function listShownItems(
  database: Reader,
  options: { userId: string; projectId: string | null; rows: readonly { itemIds: string[] }[] },
) {
  const itemIds = options.rows.flatMap((row) => row.itemIds);
  const sources = await listFilmSources(database, { ...options, itemIds });
  return new Map(describeSources(itemIds, sources).items.map((item) => [item.id, item]));
}

/** A statement's part: the rows that wait and were not refused. */
export const isWaiting = Prisma.sql`"generationId" IS NULL AND "problem" IS NULL`;
