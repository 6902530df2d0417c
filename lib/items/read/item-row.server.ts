import { Prisma } from "@/lib/db/database.server";
import { type ItemDto, itemDtoSchema } from "../item-dto";

/** The columns that an item's DTO and its cursor need. */
export interface ItemRow {
  id: string;
  generationId: string;
  assetId: string;
  index: number;
  take: number | null;
  kind: string;
  generator: string;
  model: string;
  voice: string | null;
  sandbox: boolean;
  partial: boolean;
  name: string;
  /** By which a list is sorted by title. */
  nameKey: string;
  /** Beginning of prompt, text or lyrics. */
  words: string | null;
  title: string | null;
  tags: string[];
  rating: number;
  favourite: boolean;
  durationSeconds: number | null;
  width: number | null;
  height: number | null;
  bytes: bigint;
  mimeType: string;
  version: number;
  createdAt: Date;
  deletedAt: Date | null;
}

/**
 * A list shows the beginning of a long name; titles have at most as many signs. Index, take and words are read for the
 * rows of the page alone.
 */
export const itemColumns = Prisma.sql`
  item."id", item."generationId", item."assetId",
  coalesce((SELECT output."index" FROM "Output" output WHERE output."id" = item."id"), 0) AS "index",
  (SELECT own."take" FROM "Generation" own WHERE own."id" = item."generationId") AS "take",
  (
    SELECT left(coalesce(own."input" ->> 'prompt', own."input" ->> 'text', own."input" ->> 'lyrics'), 100)
    FROM "Generation" own WHERE own."id" = item."generationId"
  ) AS "words", item."kind", item."generator", item."model", item."voice",
  item."sandbox", item."partial", left(coalesce(item."title", item."takeName"), 120) AS "name",
  lower(coalesce(item."title", item."takeName")) AS "nameKey", item."title", item."tags", item."rating",
  item."favourite", item."durationSeconds", item."width", item."height", item."bytes", item."mimeType",
  item."version", item."createdAt", item."deletedAt"`;

const kindSchema = itemDtoSchema.shape.kind;

/** A row as the API returns it. Pure. */
export function toItemDto({
  nameKey: _nameKey,
  take,
  words,
  partial,
  durationSeconds,
  width,
  height,
  ...row
}: ItemRow): ItemDto {
  const line = words?.replaceAll(/\s+/gu, " ").trim() ?? "";
  return {
    ...row,
    kind: kindSchema.parse(row.kind),
    bytes: Number(row.bytes),
    ...(take === null ? {} : { take }),
    ...(line === "" || isBeginning(line, row.name) ? {} : { words: line }),
    ...(durationSeconds === null ? {} : { durationSeconds }),
    ...(width === null ? {} : { width }),
    ...(height === null ? {} : { height }),
    ...(partial ? { partial: true as const } : {}),
    createdAt: row.createdAt.toISOString(),
    deletedAt: row.deletedAt?.toISOString() ?? null,
  };
}

/** Whether one of two texts, which may both be cut, begins with the other. */
const isBeginning = (left: string, right: string) => left.startsWith(right) || right.startsWith(left);
