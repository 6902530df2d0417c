import type { Prisma } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import type { Spot } from "../project-input";

interface Wanted {
  projectId: string;
  /** Items of the project among them are about to move, so they are no neighbours. */
  ids: readonly string[];
  spot: Spot;
}

/** Between closer neighbours, numbers of double precision would run out at positions of a million. */
const smallestStep = 1e-8;

/**
 * A position for each of the items: beside an item of the project, or at its end. Call it after the project is locked.
 *
 * @throws StudioError project.item-gone where the item beside which they belong has left
 */
export async function findPlaces(transaction: Prisma.TransactionClient, wanted: Wanted): Promise<number[]> {
  const places = spread(await findGap(transaction, wanted), wanted.ids.length);
  if (places) return places;
  await transaction.$executeRaw`
    UPDATE "ProjectItem" placed SET "position" = numbered."number"
    FROM (
      SELECT "itemId", row_number() OVER (ORDER BY "position", "itemId") AS "number"
      FROM "ProjectItem" WHERE "projectId" = ${wanted.projectId}::uuid
    ) numbered
    WHERE placed."projectId" = ${wanted.projectId}::uuid AND placed."itemId" = numbered."itemId"`;
  const renumbered = spread(await findGap(transaction, wanted), wanted.ids.length);
  if (!renumbered) throw new Error("A renumbered project has no room between two items");
  return renumbered;
}

/** The positions around a spot; null at an end of the project. */
interface Gap {
  low: number | null;
  high: number | null;
}

/** As many positions between two others; null where they are too close. Pure. */
function spread({ low, high }: Gap, count: number): number[] | null {
  if (low !== null && high !== null) {
    const step = (high - low) / (count + 1);
    if (step < smallestStep) return null;
    return Array.from({ length: count }, (_, index) => low + step * (index + 1));
  }
  const start = high === null ? (low ?? 0) + 1 : high - count;
  return Array.from({ length: count }, (_, index) => start + index);
}

async function findGap(
  transaction: Prisma.TransactionClient,
  { projectId, ids, spot: { before, after } }: Wanted,
): Promise<Gap> {
  const anchor = before ?? after;
  const others = { projectId, itemId: { notIn: [...ids] } };
  const findBeside = async (direction: "asc" | "desc", from?: Anchor) => {
    const bound = direction === "asc" ? "gt" : "lt";
    const beside = await transaction.projectItem.findFirst({
      where: {
        ...others,
        ...(from
          ? {
              OR: [
                { position: { [bound]: from.position } },
                { position: from.position, itemId: { ...others.itemId, [bound]: from.itemId } },
              ],
            }
          : {}),
      },
      orderBy: [{ position: direction }, { itemId: direction }],
      select: { position: true },
    });
    return beside?.position ?? null;
  };
  if (anchor === undefined) return { low: await findBeside("desc"), high: null };
  const at = await transaction.projectItem.findUnique({
    where: { projectId_itemId: { projectId, itemId: anchor } },
    select: { itemId: true, position: true },
  });
  if (!at) throw new StudioError("project.item-gone");
  return before === undefined
    ? { low: at.position, high: await findBeside("asc", at) }
    : { low: await findBeside("desc", at), high: at.position };
}

interface Anchor {
  itemId: string;
  position: number;
}
