import { createHash } from "node:crypto";
import { type Database, Prisma } from "@/lib/db/database.server";
import { ArchiveError } from "./archive-error";

/** Tables whose IDs come from an archive, with a statement that says whose a row is. */
const owners = {
  Asset: Prisma.sql`SELECT "id", "userId" FROM "Asset"`,
  Generation: Prisma.sql`SELECT "id", "userId" FROM "Generation"`,
  Output: Prisma.sql`
    SELECT output."id", take."userId" FROM "Output" output JOIN "Generation" take ON take."id" = output."generationId"`,
  Project: Prisma.sql`SELECT "id", "userId" FROM "Project"`,
  Preset: Prisma.sql`SELECT "id", "userId" FROM "Preset"`,
  Snippet: Prisma.sql`SELECT "id", "userId" FROM "Snippet"`,
  Webhook: Prisma.sql`SELECT "id", "userId" FROM "Webhook"`,
  Film: Prisma.sql`SELECT "id", "userId" FROM "Film"`,
  SavedSearch: Prisma.sql`SELECT "id", "userId" FROM "SavedSearch"`,
} as const;

/** The ID of a row in this studio, and whether the account has it already. */
export interface MappedId {
  id: string;
  isKnown: boolean;
  /** Whether it is a copy, beside which the account may have the row itself. */
  isCopy: boolean;
}

/** How often another account may have the ID that replaces one: never, unless somebody tries. */
const maxReplacements = 4;

interface Ids {
  table: keyof typeof owners;
  userId: string;
  ids: readonly string[];
  /** Makes copies of what the account doesn't have, so that the rows themselves can still come with the archive of an account. */
  asCopies?: boolean;
}

/**
 * Maps IDs of an archive to IDs of this studio: the same one if it is free or the account's own, else one that follows
 * from it and the account. So a second import finds what the first one wrote.
 */
export async function mapIds(
  database: Database,
  { table, userId, ids, asCopies = false }: Ids,
): Promise<Map<string, MappedId>> {
  const candidates = new Map(ids.map((id) => [id, listCandidates(id, userId, asCopies)]));
  const rows = await database.$queryRaw<{ id: string; isOwn: boolean }[]>`
    SELECT known."id", known."userId" = ${userId}::uuid AS "isOwn" FROM (${owners[table]}) known
    WHERE known."id" = ANY (${[...candidates.values()].flat().map(({ id }) => id)}::uuid[])`;
  const taken = new Map(rows.map(({ id, isOwn }) => [id, isOwn]));
  return new Map([...candidates].map(([id, list]) => [id, choose(list, taken, asCopies)]));
}

type Candidate = Omit<MappedId, "isKnown">;

function choose(
  candidates: readonly Candidate[],
  taken: ReadonlyMap<string, boolean>,
  asCopies: boolean,
): MappedId {
  const own = candidates.find(({ id }) => taken.get(id) === true);
  if (own !== undefined) return { ...own, isKnown: true };
  const free = candidates.find(({ id, isCopy }) => isCopy === asCopies && !taken.has(id));
  if (free === undefined)
    throw new ArchiveError(`Other accounts have the ID ${candidates[0]?.id} and its replacements.`);
  return { ...free, isKnown: false };
}

function listCandidates(id: string, userId: string, withCopies: boolean): Candidate[] {
  const replace = (what: string, isCopy: boolean) =>
    Array.from({ length: maxReplacements }, (_none, index) => ({
      id: replaceId(id, `${userId} ${id} ${what}${index}`),
      isCopy,
    }));
  return [{ id, isCopy: false }, ...replace("", false), ...(withCopies ? replace("copy ", true) : [])];
}

/** Another UUID of the same time, because lists are sorted by ID. */
function replaceId(id: string, from: string): string {
  const hash = createHash("sha256").update(from).digest("hex");
  return `${id.slice(0, 13)}-7${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`;
}
