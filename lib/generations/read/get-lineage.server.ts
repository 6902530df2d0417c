import { Prisma } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { itemDtoSchema } from "@/lib/items/item-dto";
import type { Reader } from "@/lib/items/read/find-items.server";
import { generationDtoSchema } from "./generation-dto";
import {
  maxCounted,
  maxLineageDepth,
  maxLineageWidth,
  maxMadeFrom,
  type Lineage,
  type LineageNode,
} from "./lineage-dto";

/** One item, and the node that it was found from. */
interface LineageRow {
  id: string;
  generationId: string;
  assetId: string;
  index: number;
  kind: string;
  generator: string;
  name: string;
  durationSeconds: number | null;
  width: number | null;
  height: number | null;
  trashed: boolean;
  relation: string | null;
  of: string | null;
  /** How many were found from the same node, up to `maxCounted`. */
  count: number;
}

const columns = Prisma.sql`
  item."id", item."generationId", item."assetId",
  coalesce((SELECT output."index" FROM "Output" output WHERE output."id" = item."id"), 0) AS "index", item."kind", item."generator",
  left(coalesce(item."title", item."takeName"), 120) AS "name", item."durationSeconds", item."width", item."height",
  item."deletedAt" IS NOT NULL AS "trashed"`;

/**
 * What an item was made from and what was made from it, across media: by the files that a generation used and by the
 * generation it continues. Both ways it ends after `maxLineageDepth` steps; of what was made from one item it lists the
 * newest `maxMadeFrom`. Items in the trash are listed only as sources.
 *
 * @throws StudioError not-found, also for somebody else's
 */
export async function getLineage(
  database: Reader,
  { userId, id }: { userId: string; id: string },
): Promise<Lineage> {
  const [own] = await database.$queryRaw<LineageRow[]>`
    SELECT ${columns}, NULL AS "relation", NULL AS "of", 0 AS "count"
    FROM "Item" item WHERE item."id" = ${id}::uuid AND item."userId" = ${userId}::uuid`;
  if (!own) throw new StudioError("not-found");
  const seen = new Set([own.id]);
  const steps = (direction: 1 | -1) =>
    followSteps(own, (level) =>
      direction === 1 ? findMadeFrom(database, userId, level) : findSources(database, userId, level),
    );
  const [sources, made] = await Promise.all([steps(-1), steps(1)]);

  /** The nodes of one direction, each item once. */
  function toNodes(levels: LineageRow[][], direction: 1 | -1): LineageNode[] {
    return levels.flatMap((level, index) =>
      level.flatMap((row) => {
        if (seen.has(row.id)) return [];
        seen.add(row.id);
        return toNode(row, direction * (index + 1));
      }),
    );
  }

  const before = toNodes(sources, -1).toReversed();
  const after = toNodes(made, 1);
  const nodes = [...before, toNode(own, 0), ...after];
  const counts = new Map(made.flat().map(({ of, count }) => [of, count]));
  return {
    nodes: nodes.map((node) => {
      const listed = after.filter(({ of }) => of === node.id).length;
      const more = Math.max(0, (counts.get(node.id) ?? 0) - listed);
      return more > 0 ? { ...node, more } : node;
    }),
  };
}

/** Goes on from level to level until nothing is new or it is deep enough. */
async function followSteps(
  own: LineageRow,
  findNext: (level: readonly LineageRow[]) => Promise<LineageRow[]>,
): Promise<LineageRow[][]> {
  const levels: LineageRow[][] = [];
  const known = new Set([own.id]);
  let level: LineageRow[] = [own];
  while (level.length > 0 && levels.length < maxLineageDepth) {
    const found = await findNext(level);
    level = found.filter(({ id }) => !known.has(id)).slice(0, maxLineageWidth);
    for (const { id } of level) known.add(id);
    if (level.length > 0) levels.push(level);
  }
  return levels;
}

/** What each item was made from: the results that its generation used, else the first one of its parent. */
function findSources(database: Reader, userId: string, level: readonly LineageRow[]): Promise<LineageRow[]> {
  const items = JSON.stringify(level.map(({ id, generationId }) => ({ id, generationId })));
  return database.$queryRaw<LineageRow[]>`
    SELECT ${columns}, source."relation", known."id" AS "of", 0 AS "count"
    FROM jsonb_to_recordset(${items}::jsonb) AS known("id" uuid, "generationId" uuid)
    JOIN "Generation" take ON take."id" = known."generationId" AND take."userId" = ${userId}::uuid
    CROSS JOIN LATERAL (
      SELECT used."id", CASE WHEN used."generationId" = take."parentId" THEN take."relation" END AS "relation"
      FROM "GenerationAsset" link
      CROSS JOIN LATERAL (
        SELECT "id", "generationId" FROM "Item"
        WHERE "assetId" = link."assetId" AND "userId" = ${userId}::uuid
        ORDER BY ("generationId" = take."parentId") IS TRUE DESC, "id" DESC LIMIT 1
      ) used
      WHERE link."generationId" = take."id"
      UNION
      SELECT part."itemId", NULL FROM "GenerationSource" part JOIN "Item" used ON used."id" = part."itemId"
      WHERE part."generationId" = take."id" AND used."userId" = ${userId}::uuid
      UNION
      (
        SELECT "id", take."relation" FROM "Item"
        WHERE "generationId" = take."parentId" AND "userId" = ${userId}::uuid AND NOT EXISTS (
          SELECT FROM "GenerationAsset" link JOIN "Item" used ON used."assetId" = link."assetId"
          WHERE link."generationId" = take."id" AND used."generationId" = take."parentId"
        )
        ORDER BY "id" LIMIT 1
      )
    ) source
    JOIN "Item" item ON item."id" = source."id"
    ORDER BY known."id", item."id"`;
}

/**
 * What was made from each item: the generations that used its file, and those that continue its generation without using
 * another of its results. Each is shown by one of its items, a favourite first.
 */
function findMadeFrom(database: Reader, userId: string, level: readonly LineageRow[]): Promise<LineageRow[]> {
  const items = JSON.stringify(level.map(({ id, generationId, assetId }) => ({ id, generationId, assetId })));
  return database.$queryRaw<LineageRow[]>`
    SELECT ${columns}, made."relation", known."id" AS "of", made."count"::int AS "count"
    FROM jsonb_to_recordset(${items}::jsonb) AS known("id" uuid, "generationId" uuid, "assetId" uuid)
    CROSS JOIN LATERAL (
      SELECT found.*, count(*) OVER () AS "count"
      FROM (
        SELECT take."id", CASE WHEN take."parentId" = known."generationId" THEN take."relation" END AS "relation"
        FROM (
          SELECT "generationId" AS "id" FROM "GenerationAsset" WHERE "assetId" = known."assetId"
          UNION
          SELECT "generationId" FROM "GenerationSource" WHERE "itemId" = known."id"
          UNION
          SELECT own."id" FROM "Generation" own WHERE own."parentId" = known."generationId" AND NOT EXISTS (
            SELECT FROM "GenerationAsset" link JOIN "Item" used ON used."assetId" = link."assetId"
            WHERE link."generationId" = own."id" AND used."generationId" = known."generationId"
          )
        ) next
        JOIN "Generation" take ON take."id" = next."id"
        WHERE take."userId" = ${userId}::uuid AND take."deletedAt" IS NULL AND take."erasedAt" IS NULL
          AND take."id" <> known."generationId"
          AND EXISTS (SELECT FROM "Item" WHERE "generationId" = take."id" AND "deletedAt" IS NULL)
        LIMIT ${maxCounted}
      ) found
      ORDER BY found."id" DESC LIMIT ${maxMadeFrom}
    ) made
    CROSS JOIN LATERAL (
      SELECT "id" FROM "Item" WHERE "generationId" = made."id" AND "deletedAt" IS NULL
      ORDER BY "favourite" DESC, "rating" DESC, "id" LIMIT 1
    ) shown
    JOIN "Item" item ON item."id" = shown."id"
    ORDER BY known."id", item."generationId"`;
}

const kindSchema = itemDtoSchema.shape.kind;
const relationSchema = generationDtoSchema.shape.relation;

function toNode(row: LineageRow, depth: number): LineageNode {
  const { count: _count, kind, relation, durationSeconds, width, height, trashed, ...rest } = row;
  return {
    ...rest,
    kind: kindSchema.parse(kind),
    relation: relationSchema.parse(relation),
    depth,
    ...(durationSeconds === null ? {} : { durationSeconds }),
    ...(width === null ? {} : { width }),
    ...(height === null ? {} : { height }),
    ...(trashed ? { trashed: true as const } : {}),
  };
}
