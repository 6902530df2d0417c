import { Prisma } from "@/lib/db/database.server";
import { type ItemDto, itemDtoSchema } from "../item-dto";

/** The columns that an item's DTO and its cursor need. */
export interface ItemRow {
  id: string;
  generationId: string;
  assetId: string;
  kind: string;
  generator: string;
  model: string;
  voice: string | null;
  sandbox: boolean;
  partial: boolean;
  name: string;
  /** By which a list is sorted by title. */
  nameKey: string;
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

/** A list shows the beginning of a long name; titles have at most as many signs. */
export const itemColumns = Prisma.sql`
  item."id", item."generationId", item."assetId", item."kind", item."generator", item."model", item."voice",
  item."sandbox", item."partial", left(coalesce(item."title", item."takeName"), 120) AS "name",
  lower(coalesce(item."title", item."takeName")) AS "nameKey", item."title", item."tags", item."rating",
  item."favourite", item."durationSeconds", item."width", item."height", item."bytes", item."mimeType",
  item."version", item."createdAt", item."deletedAt"`;

const kindSchema = itemDtoSchema.shape.kind;

/** A row as the API returns it. Pure. */
export function toItemDto({
  nameKey: _nameKey,
  partial,
  durationSeconds,
  width,
  height,
  ...row
}: ItemRow): ItemDto {
  return {
    ...row,
    kind: kindSchema.parse(row.kind),
    bytes: Number(row.bytes),
    ...(durationSeconds === null ? {} : { durationSeconds }),
    ...(width === null ? {} : { width }),
    ...(height === null ? {} : { height }),
    ...(partial ? { partial: true as const } : {}),
    createdAt: row.createdAt.toISOString(),
    deletedAt: row.deletedAt?.toISOString() ?? null,
  };
}
