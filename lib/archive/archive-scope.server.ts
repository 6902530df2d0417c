import pg from "pg";
import { terminalStates } from "@/lib/generations/record/states";
import type { FilmChoice } from "./choose-film.server";

/**
 * The tables from which `archiveTables` reads the rows of the person $1: `takes` (generations that have ended; those under way
 * change, and come with a later archive), `results`, `items`, `uses` (input files) and `files`.
 */
export type ArchiveScope = string;

const ended = `"state" IN (${terminalStates.map((state) => `'${state}'`).join(", ")})`;
const ofTakes = (name: string) => `JOIN takes ON takes."id" = ${name}."generationId"`;

/** Everything that a person has. */
export const accountScope: ArchiveScope = `
  WITH takes AS NOT MATERIALIZED (
    SELECT take.* FROM "Generation" take WHERE take."userId" = $1 AND take.${ended}
  ), results AS NOT MATERIALIZED (
    SELECT output.* FROM "Output" output ${ofTakes("output")}
  ), items AS NOT MATERIALIZED (
    SELECT item.* FROM "Item" item ${ofTakes("item")}
  ), uses AS NOT MATERIALIZED (
    SELECT input.* FROM "GenerationAsset" input ${ofTakes("input")}
  ), files AS NOT MATERIALIZED (
    SELECT asset.* FROM "Asset" asset WHERE asset."userId" = $1 AND (
      asset."origin" = 'upload'
      OR EXISTS (SELECT FROM results WHERE results."assetId" = asset."id")
      OR EXISTS (SELECT FROM uses WHERE uses."assetId" = asset."id")
      OR EXISTS (SELECT FROM "PresetAsset" preset WHERE preset."assetId" = asset."id")
    )
  )`;

/** Columns of a row that may be shown to whoever sees the item of another person; all others are null. */
const onlyWith = (table: string, columns: Record<string, string>): string => {
  const pairs = Object.entries(columns).map(([name, value]) => `'${name}', ${value}`);
  return `(jsonb_populate_record(NULL::"${table}", jsonb_build_object(${pairs.join(", ")}))).*`;
};
const same = (from: string, ...names: string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, `${from}."${name}"`]));

/** What a shared item is called. */
const shownName = `coalesce(item."title", item."takeName")`;

const sharedTake = onlyWith("Generation", {
  ...same(
    "take",
    "id",
    "generator",
    "state",
    "model",
    "voice",
    "sandbox",
    "createdAt",
    "startedAt",
    "finishedAt",
  ),
  input: `'{}'::jsonb`,
  searchText: shownName,
  title: shownName,
  idempotencyKey: `'shared-' || take."id"`,
  inputHash: `''`,
  favourite: "false",
});
const sharedResult = onlyWith("Output", {
  ...same("output", "id", "generationId", "index", "role", "state", "expectedKind", "createdAt", "storedAt"),
  assetId: `files."sameAs"`,
  tries: "0",
});
const sharedItem = onlyWith("Item", {
  ...same("item", "id", "generationId", "kind", "generator", "model", "voice", "sandbox", "createdAt"),
  assetId: `files."sameAs"`,
  takeName: shownName,
  searchText: `lower(${shownName})`,
  tags: `'[]'::jsonb`,
  rating: "0",
  favourite: "false",
});

const inList = (column: string, ids: readonly string[]) =>
  `${column} = ANY (${pg.escapeLiteral(`{${ids.join(",")}}`)}::uuid[])`;

/**
 * What a film needs: the person's own items with the generations they are results of, and those that its open shots wait for.
 * Of the items of others in its project, what everybody in it sees: the file and its name, without text, inputs and marks.
 * What is in the trash, and other results of the same generations, stay behind.
 */
export function scopeOfFilm({ ownItems, sharedItems, generations }: FilmChoice): ArchiveScope {
  return `
  WITH shared AS MATERIALIZED (
    SELECT item.* FROM "Item" item JOIN "Generation" take ON take."id" = item."generationId" AND take.${ended}
    WHERE ${inList('item."id"', sharedItems)} AND item."userId" <> $1
  ), own AS MATERIALIZED (
    SELECT take.* FROM "Generation" take WHERE take."userId" = $1 AND take.${ended} AND take."erasedAt" IS NULL AND (
      ${inList('take."id"', generations)}
      OR take."id" IN (SELECT "generationId" FROM "Item" WHERE ${inList('"id"', ownItems)})
    )
  ), uses AS MATERIALIZED (
    SELECT input.* FROM "GenerationAsset" input JOIN own ON own."id" = input."generationId"
  ), "ownResults" AS MATERIALIZED (
    SELECT output.* FROM "Output" output JOIN own ON own."id" = output."generationId"
    LEFT JOIN "Item" item ON item."id" = output."id"
    WHERE output."state" IN ('stored', 'partial') AND (
      item."id" IS NULL OR ${inList('item."id"', ownItems)}
      OR (${inList('own."id"', generations)} AND item."deletedAt" IS NULL)
    )
  ), named AS MATERIALIZED (
    SELECT asset.*, first_value(asset."id") OVER (
      PARTITION BY asset."sha256", asset."origin" ORDER BY asset."userId" <> $1, asset."id"
    ) AS "sameAs"
    FROM "Asset" asset WHERE asset."id" IN (
      SELECT "assetId" FROM shared UNION SELECT "assetId" FROM "ownResults" UNION SELECT "assetId" FROM uses
    )
  ), files AS MATERIALIZED (
    SELECT * FROM named WHERE "id" = "sameAs"
  ), results AS MATERIALIZED (
    SELECT * FROM "ownResults"
    UNION ALL
    SELECT ${sharedResult} FROM shared item JOIN "Output" output ON output."id" = item."id"
    JOIN named files ON files."id" = item."assetId"
  ), items AS MATERIALIZED (
    SELECT item.* FROM "Item" item JOIN "ownResults" output ON output."id" = item."id"
    UNION ALL
    SELECT ${sharedItem} FROM shared item JOIN named files ON files."id" = item."assetId"
  ), takes AS MATERIALIZED (
    SELECT * FROM own
    UNION ALL
    SELECT DISTINCT ON (take."id") ${sharedTake} FROM shared item
    JOIN "Generation" take ON take."id" = item."generationId"
  )`;
}
