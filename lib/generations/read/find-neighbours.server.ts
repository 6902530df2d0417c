import type { Prisma } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import type { GenerationNeighbours } from "./generation-dto";
import { whereListed, type GenerationList } from "./list-generations.server";
import type { GenerationServices } from "../record/services.server";
import { generationInclude, toGenerationDto } from "./to-generation-dto.server";

/**
 * The generations before and after one in a list, newest first. Found by its ID, so the list is not read, and a
 * generation that has left the list (renamed, in the trash) still has neighbours.
 *
 * @throws StudioError not-found, also for somebody else's
 */
export async function findNeighbours(
  { database }: Pick<GenerationServices, "database">,
  { userId, id, list }: { userId: string; id: string; list: GenerationList },
): Promise<GenerationNeighbours> {
  const where = whereListed(userId, list);
  const findNext = (beyond: Prisma.GenerationWhereInput, id: "asc" | "desc") =>
    database.generation.findFirst({
      where: { AND: [where, beyond] },
      include: generationInclude,
      orderBy: { id },
    });
  const [own, previous, next] = await Promise.all([
    database.generation.findFirst({ where: { id, userId, erasedAt: null }, select: { id: true } }),
    findNext({ id: { gt: id } }, "asc"),
    findNext({ id: { lt: id } }, "desc"),
  ]);
  if (!own) throw new StudioError("not-found");
  return {
    previous: previous && toGenerationDto(previous),
    next: next && toGenerationDto(next),
  };
}
