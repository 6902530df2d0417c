import { z } from "zod";
import { Prisma } from "@/lib/db/database.server";
import { readJson } from "@/lib/errors/read-json";
import { StudioError } from "@/lib/errors/studio-error";
import { type ProjectDto, type ProjectPage, projectDtoSchema } from "../project-dto";
import type { ListProjectsQuery } from "../project-input";
import { type Reader, roleOf } from "./project-access.server";

interface ProjectRow {
  id: string;
  title: string;
  notes: string;
  colour: string;
  role: string;
  owner: string;
  coverItemId: string | null;
  coverAssetId: string | null;
  coverChosen: boolean | null;
  image: number;
  audio: number;
  video: number;
  people: number;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

/** How many items of a project are counted: a page of cards takes as long for projects of any size. */
const countedItems = 1_000;

/** The given projects with what their cards show. The cover is the chosen item while it is there, else the first one. */
const describeProjects = (userId: string, chosen: Prisma.Sql) => Prisma.sql`
  SELECT project."id", project."title", project."notes", project."colour", ${roleOf(userId)} AS "role",
    owner."name" AS "owner", cover."id" AS "coverItemId", cover."assetId" AS "coverAssetId",
    cover."id" = project."coverItemId" AS "coverChosen", counts.*,
    (SELECT count(*)::integer + 1 FROM "ProjectMember" member WHERE member."projectId" = project."id") AS "people",
    project."version", project."createdAt", project."updatedAt"
  FROM (${chosen}) project
  JOIN "User" owner ON owner."id" = project."userId"
  CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE item."kind" = 'image')::integer AS "image",
      count(*) FILTER (WHERE item."kind" = 'audio')::integer AS "audio",
      count(*) FILTER (WHERE item."kind" = 'video')::integer AS "video"
    FROM (
      SELECT item."kind" FROM "ProjectItem" placed
      -- OFFSET 0 keeps it from reading all items first.
      CROSS JOIN LATERAL (
        SELECT "kind" FROM "Item" WHERE "id" = placed."itemId" AND "deletedAt" IS NULL OFFSET 0
      ) item
      WHERE placed."projectId" = project."id" LIMIT ${countedItems + 1}
    ) item
  ) counts
  LEFT JOIN LATERAL (
    SELECT * FROM (
      (
        SELECT item."id", item."assetId", 0 AS "rank"
        FROM "ProjectItem" placed JOIN "Item" item ON item."id" = placed."itemId"
        WHERE placed."projectId" = project."id" AND placed."itemId" = project."coverItemId"
          AND item."deletedAt" IS NULL
      )
      UNION ALL
      (
        SELECT item."id", item."assetId", 1
        FROM "ProjectItem" placed JOIN "Item" item ON item."id" = placed."itemId"
        WHERE placed."projectId" = project."id" AND item."deletedAt" IS NULL AND item."kind" IN ('image', 'video')
        ORDER BY placed."position", placed."itemId" LIMIT 1
      )
    ) candidates ORDER BY "rank" LIMIT 1
  ) cover ON true`;

const cursorSchema = z.tuple([z.iso.datetime(), z.uuid()]);

/** A page of the projects that a person sees, the last changed first. */
export async function listProjects(
  database: Reader,
  userId: string,
  { role, limit, cursor }: ListProjectsQuery,
): Promise<ProjectPage> {
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const isMember = Prisma.sql`
    SELECT "projectId" FROM "ProjectMember" WHERE "userId" = ${userId}::uuid
      ${role ? Prisma.sql`AND "role" = ${role}::text` : Prisma.empty}`;
  const rows = await database.$queryRaw<ProjectRow[]>`
    ${describeProjects(
      userId,
      Prisma.sql`
        SELECT * FROM "Project"
        WHERE ("userId" = ${userId}::uuid OR "id" IN (${isMember}))
          ${after ? Prisma.sql`AND ("updatedAt", "id") < (${after[0]}::timestamptz, ${after[1]}::uuid)` : Prisma.empty}
        ORDER BY "updatedAt" DESC, "id" DESC LIMIT ${limit + 1}`,
    )}
    ORDER BY project."updatedAt" DESC, project."id" DESC`;
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    projects: page.map(toProjectDto),
    nextCursor: last && rows.length > limit ? writeCursor(last) : null,
  };
}

/**
 * A project that the person sees.
 *
 * @throws StudioError not-found
 */
export async function getProject(
  database: Reader,
  { userId, id }: { userId: string; id: string },
): Promise<ProjectDto> {
  const [row] = await database.$queryRaw<ProjectRow[]>`
    SELECT * FROM (${describeProjects(userId, Prisma.sql`SELECT * FROM "Project" WHERE "id" = ${id}::uuid`)}) described
    WHERE "role" IS NOT NULL`;
  if (!row) throw new StudioError("not-found");
  return toProjectDto(row);
}

const { colour: colourSchema, role: roleSchema } = projectDtoSchema.shape;

function toProjectDto(row: ProjectRow): ProjectDto {
  const { coverItemId, coverAssetId, coverChosen, image, audio, video, ...rest } = row;
  return {
    ...rest,
    colour: colourSchema.parse(row.colour),
    role: roleSchema.parse(row.role),
    cover:
      coverItemId && coverAssetId
        ? { itemId: coverItemId, assetId: coverAssetId, chosen: coverChosen ?? false }
        : null,
    counts: { image, audio, video, exact: image + audio + video <= countedItems },
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

function writeCursor({ updatedAt, id }: ProjectRow): string {
  return Buffer.from(JSON.stringify([updatedAt.toISOString(), id])).toString("base64url");
}

/** @throws StudioError input.invalid */
function readCursor(cursor: string): readonly [string, string] {
  const position = readJson(cursorSchema, Buffer.from(cursor, "base64url").toString());
  if (!position) throw new StudioError("input.invalid", { fields: [{ path: "cursor", key: "cursor" }] });
  return position;
}
