import { z } from "zod";
import type { Prisma } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { isStorableText } from "@/lib/service/contract/text";
import { findPlaces } from "../line/find-places.server";
import type { GenerationPage } from "./generation-dto";
import type { GenerationServices } from "../record/services.server";
import { generationStates } from "../record/states";
import { generationInclude, toGenerationDto } from "./to-generation-dto.server";

const storableText = z.string().refine(isStorableText, { error: "field.characters" });
const splitList = (text: string) => text.split(",").filter(Boolean);
const statesSchema = z
  .string()
  .transform(splitList)
  .pipe(z.array(z.enum(generationStates)));
const generatorsSchema = storableText
  .max(256)
  .transform(splitList)
  .pipe(z.array(z.string().max(64)));

/** The filters of a list. */
export const generationListSchema = z.object({
  generator: generatorsSchema
    .optional()
    .describe("Only generations of one of these generators, separated by commas."),
  state: statesSchema.optional().describe("Only generations in one of these states, separated by commas."),
  q: storableText
    .trim()
    .max(200)
    .optional()
    .describe("Text to find in the title, prompt, lyrics, text or file names. Not case-sensitive."),
  parentId: z.uuid().optional().describe("Only generations created from this one."),
  unsent: z
    .enum(["false"])
    .optional()
    .describe("`false` leaves out what batches have that waits in the queue, or was cancelled there."),
  batchId: z.uuid().optional().describe("Only generations of this batch."),
  idea: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional()
    .describe("Only takes of this idea (`take.idea`)."),
  favourite: z.enum(["true", "false"]).optional().describe("`true` lists only favourites."),
  trash: z.enum(["true", "false"]).optional().describe("`true` lists trash instead."),
  dismissed: z
    .enum(["true", "false"])
    .optional()
    .describe("`true` lists only dismissed generations, `false` all others."),
});
export type GenerationList = z.output<typeof generationListSchema>;

/** The query of GET /api/v1/generations. */
export const listGenerationsQuerySchema = generationListSchema.extend({
  limit: z.coerce.number().int().min(1).max(100).default(40).describe("Maximum number per page."),
  cursor: z.string().max(64).optional().describe("`nextCursor` of the previous page."),
});
type ListGenerationsQuery = z.output<typeof listGenerationsQuerySchema>;

/** Everything but voice samples. SQL's `<>` alone would exclude rows without a relation. */
const notSample: Prisma.GenerationWhereInput[] = [{ relation: null }, { relation: { not: "sample" } }];

/** The where clause of a list. */
export function whereListed(userId: string, list: GenerationList): Prisma.GenerationWhereInput {
  return {
    userId,
    OR: notSample,
    erasedAt: null,
    deletedAt: list.trash === "true" ? { not: null } : null,
    ...(list.generator && list.generator.length > 0 ? { generator: { in: list.generator } } : {}),
    ...(list.state && list.state.length > 0 ? { state: { in: list.state } } : {}),
    ...(list.unsent ? { NOT: { batchId: { not: null }, state: { in: ["queued", "cancelled"] } } } : {}),
    ...(list.batchId ? { batchId: list.batchId } : {}),
    ...(list.idea ? { idea: list.idea } : {}),
    ...(list.favourite === "true" ? { favourite: true } : {}),
    ...(list.dismissed ? { dismissedAt: list.dismissed === "true" ? { not: null } : null } : {}),
    ...(list.parentId ? { parentId: list.parentId } : {}),
    ...(list.q ? { searchText: { contains: escapeLike(list.q), mode: "insensitive" } } : {}),
  };
}

/** A page of the person's generations, newest first. IDs are UUIDv7 and sort by time. */
export async function listGenerations(
  services: Pick<GenerationServices, "database" | "clock">,
  userId: string,
  query: ListGenerationsQuery,
): Promise<GenerationPage> {
  const where: Prisma.GenerationWhereInput = {
    ...whereListed(userId, query),
    ...(query.cursor ? { id: { lt: readCursor(query.cursor) } } : {}),
  };
  const { generation } = services.database;
  const orderBy = { id: "desc" } as const;
  // First which ones: with their relations in the same statement, PostgreSQL may join what it then leaves out.
  const ids = await generation.findMany({ where, select: { id: true }, orderBy, take: query.limit + 1 });
  const page = await generation.findMany({
    where: { id: { in: ids.slice(0, query.limit).map(({ id }) => id) } },
    include: generationInclude,
    orderBy,
  });
  const queued = page.filter(({ state }) => state === "queued");
  const places = await findPlaces(services, { userId, ids: queued.map(({ id }) => id) });
  return {
    generations: page.map((row) => toGenerationDto(row, places.get(row.id))),
    nextCursor: ids.length > query.limit ? writeCursor(ids[query.limit - 1]!.id) : null,
  };
}

/** The cursor of the page behind this one. */
export function writeCursor(id: string): string {
  return Buffer.from(id.replaceAll("-", ""), "hex").toString("base64url");
}

function readCursor(cursor: string): string {
  const hex = Buffer.from(cursor, "base64url").toString("hex");
  const id = z
    .uuid()
    .safeParse(
      `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`,
    );
  if (!id.success) throw new StudioError("input.invalid", { fields: [{ path: "cursor", key: "cursor" }] });
  return id.data;
}

/** Escapes the wildcards of LIKE. */
function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`);
}
