import { z } from "zod";
import { Prisma } from "@/lib/db/database.server";
import { errorFactsSchema } from "@/lib/errors/error-dto";
import { toErrorDto } from "@/lib/errors/error-facts";
import { StudioError } from "@/lib/errors/studio-error";
import { exportSettingsSchema, type FilmExportDto, filmExportSchema } from "../export-dto";
import { maxListedExports } from "../film-limits";
import { filmRoleOf, type FilmTarget, type Reader, requireFilm } from "../read/film-access.server";

interface ExportRow {
  id: string;
  filmId: string;
  userId: string;
  title: string;
  filmVersion: number;
  by: string;
  settings: unknown;
  frameRate: number;
  state: string;
  waiting: string | null;
  phase: string | null;
  frames: number;
  framesDone: number;
  leftMs: number | null;
  missing: number;
  error: unknown;
  revision: number;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  generationId: string | null;
  itemId: string | null;
  assetId: string;
  kind: string;
  mimeType: string;
  bytes: bigint;
  sha256: string;
  durationSeconds: number | null;
  width: number | null;
  height: number | null;
  loudnessLufs: number | null;
  madeOf: unknown;
  hasCaptions: boolean;
}

/** What was stored of the error that ended an export. */
export const exportErrorSchema = errorFactsSchema.extend({
  itemId: z.uuid().optional(),
  itemName: z.string().optional(),
});

/** The chosen exports that a person sees: their own, and those of films that they see. Results only if they see them, too. */
const describeExports = (userId: string, chosen: Prisma.Sql) => {
  const isSeen = (name: "item" | "used") => {
    const item = Prisma.raw(name);
    return Prisma.sql`(
      ${item}."deletedAt" IS NULL AND (${item}."userId" = ${userId}::uuid OR EXISTS (
        SELECT FROM "ProjectItem" placed WHERE placed."itemId" = ${item}."id" AND placed."projectId" = film."projectId"
      ))
    )`;
  };
  return Prisma.sql`
  SELECT export."id", export."filmId", export."userId", export."title", export."filmVersion", person."name" AS "by",
    export."settings", export."frameRate", export."state", export."waiting", export."phase", export."frames",
    export."framesDone", export."leftMs", export."missing", export."error", export."revision", export."createdAt",
    export."startedAt", export."finishedAt", export."generationId", export."loudnessLufs", result.*
  FROM (${chosen}) export
  JOIN "Film" film ON film."id" = export."filmId"
  JOIN "User" person ON person."id" = export."userId"
  LEFT JOIN LATERAL (
    SELECT item."id" AS "itemId", item."assetId", item."kind", item."mimeType", item."bytes", asset."sha256",
      item."durationSeconds", item."width", item."height", EXISTS (
        SELECT FROM "Output" output WHERE output."generationId" = item."generationId" AND output."role" = 'subtitle'
      ) AS "hasCaptions", (
        SELECT coalesce(json_agg(part), '[]') FROM (
          SELECT used."generator", array_agg(DISTINCT used."model") AS "models", count(*)::int AS "items",
            CASE WHEN count(*) = 1 THEN min(coalesce(used."title", used."takeName")) FILTER (WHERE ${isSeen("used")}) END AS "name"
          FROM "GenerationSource" source JOIN "Item" used ON used."id" = source."itemId"
          WHERE source."generationId" = item."generationId"
          GROUP BY used."generator" ORDER BY used."generator"
        ) part
      ) AS "madeOf"
    FROM "Item" item JOIN "Asset" asset ON asset."id" = item."assetId"
    WHERE item."generationId" = export."generationId" AND ${isSeen("item")}
    LIMIT 1
  ) result ON true
  WHERE export."userId" = ${userId}::uuid OR ${filmRoleOf(userId)} IS NOT NULL
  ORDER BY export."id" DESC`;
};

/**
 * The latest exports of a film, of everyone who made one.
 *
 * @throws StudioError not-found
 */
export async function listExports(database: Reader, { userId, id }: FilmTarget): Promise<FilmExportDto[]> {
  await requireFilm(database, { userId, id }, "view");
  const chosen = Prisma.sql`
    SELECT * FROM "FilmExport" WHERE "filmId" = ${id}::uuid ORDER BY "id" DESC LIMIT ${maxListedExports}`;
  return read(database, userId, chosen);
}

/** The latest exports of a person, of all films. */
export function listOwnExports(
  database: Reader,
  userId: string,
  { active }: { active: boolean },
): Promise<FilmExportDto[]> {
  const chosen = Prisma.sql`
    SELECT * FROM "FilmExport" WHERE "userId" = ${userId}::uuid
      ${active ? Prisma.sql`AND "state" IN ('queued', 'running')` : Prisma.empty}
    ORDER BY "id" DESC LIMIT ${maxListedExports}`;
  return read(database, userId, chosen);
}

interface ExportTarget {
  userId: string;
  exportId: string;
}

/** An export that the person sees, or null. */
export async function findExport(
  database: Reader,
  { userId, exportId }: ExportTarget,
): Promise<FilmExportDto | null> {
  const [found] = await read(
    database,
    userId,
    Prisma.sql`SELECT * FROM "FilmExport" WHERE "id" = ${exportId}::uuid`,
  );
  return found ?? null;
}

/** @throws StudioError not-found, also for one of another film */
export async function getExport(
  database: Reader,
  { filmId, ...target }: ExportTarget & { filmId?: string },
): Promise<FilmExportDto> {
  const found = await findExport(database, target);
  if (!found || (filmId !== undefined && found.filmId !== filmId)) throw new StudioError("not-found");
  return found;
}

async function read(database: Reader, userId: string, chosen: Prisma.Sql): Promise<FilmExportDto[]> {
  const rows = await database.$queryRaw<ExportRow[]>`${describeExports(userId, chosen)}`;
  return rows.map((row) => toDto(row, userId));
}

const {
  state: stateSchema,
  waiting: waitingSchema,
  progress: progressSchema,
  result: resultSchema,
} = filmExportSchema.shape;

function toDto(row: ExportRow, userId: string): FilmExportDto {
  const { id, filmId, title, by, missing, revision, frames, framesDone, phase, leftMs } = row;
  return {
    id,
    filmId,
    title,
    version: row.filmVersion,
    by,
    isOwn: row.userId === userId,
    settings: exportSettingsSchema.parse(row.settings),
    durationMs: Math.round((frames * 1_000) / row.frameRate),
    state: stateSchema.parse(row.state),
    waiting: waitingSchema.parse(row.waiting),
    progress: progressSchema.parse({ phase, framesDone, frames, leftMs }),
    missing,
    error: describeFault(row.error),
    result: toResult(row),
    revision,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}

function describeFault(stored: unknown): FilmExportDto["error"] {
  if (stored === null) return null;
  const { itemId = null, itemName = null, ...facts } = exportErrorSchema.parse(stored);
  return { ...toErrorDto(facts), itemId, itemName };
}

function toResult(row: ExportRow): FilmExportDto["result"] {
  const {
    itemId,
    generationId,
    assetId,
    kind,
    mimeType,
    sha256,
    durationSeconds,
    width,
    height,
    loudnessLufs,
    madeOf,
    hasCaptions,
  } = row;
  if (itemId === null || generationId === null) return null;
  const bytes = Number(row.bytes);
  const file = { assetId, kind, mimeType, bytes, sha256, durationSeconds, width, height, loudnessLufs };
  return resultSchema.parse({ itemId, generationId, ...file, madeOf, hasCaptions });
}
