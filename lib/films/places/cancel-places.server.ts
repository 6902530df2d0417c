import { StudioError } from "@/lib/errors/studio-error";
import { cancelGeneration } from "@/lib/generations/change/cancel-generation.server";
import type { GenerationServices } from "@/lib/generations/record/services.server";
import type { FilmGenerations } from "./film-generation-dto";
import { openResolvedFilm } from "./create-places.server";

/**
 * Cancels everything of a person that waits in a film: for the shot before, or in the queue. What has been sent is left alone. Safe to
 * repeat.
 *
 * @throws StudioError not-found
 */
export async function cancelPlaces(
  services: GenerationServices,
  target: { userId: string; filmId: string },
): Promise<FilmGenerations> {
  // First, so that nothing is sent while the rest is cancelled.
  await services.database.filmGeneration.deleteMany({ where: { ...target, generationId: null } });
  const { generations } = await openResolvedFilm(services, target);
  for (const { id, isOwn, state } of generations) {
    if (!isOwn || state !== "queued") continue;
    try {
      await cancelGeneration(services, { userId: target.userId, id });
    } catch (error) {
      // A worker took it in the meantime.
      if (!(error instanceof StudioError && error.code === "generation.state")) throw error;
    }
  }
  const { generations: now, waiting } = await openResolvedFilm(services, target);
  return { generations: now, waiting };
}
