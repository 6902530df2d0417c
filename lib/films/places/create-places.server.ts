import { StudioError } from "@/lib/errors/studio-error";
import { isTerminal } from "@/lib/generations/record/states";
import type { GenerationServices } from "@/lib/generations/record/services.server";
import type { Place, Shot } from "../film-document";
import type { OpenFilm } from "../film-dto";
import { allowFilm } from "../read/film-access.server";
import { openFilm } from "../read/read-films.server";
import type { FilmGeneration, FilmGenerations } from "./film-generation-dto";
import { noGeneration } from "./film-places";
import { findShotBefore, prepareFirstFrame } from "./first-frame.server";
import { listFilmGenerations } from "./list-film-generations.server";
import type { CreatePlacesBody, WantedPlace } from "./place-input";
import { mayBeBilled } from "./place-status";
import { type ResolvedDocument, resolveDocument } from "./resolve-film.server";
import { sendPlace } from "./send-place.server";
import { tellShotWaits } from "./waiting-news.server";

interface FilmTarget {
  userId: string;
  filmId: string;
}

/** A film with what was generated for it in its shots. */
export interface ResolvedFilm extends ResolvedDocument {
  film: OpenFilm;
}

/**
 * A film that a person sees, with its results in their shots, also those that no browser has saved yet. What is saved stays as it is.
 *
 * @throws StudioError not-found, film.newer
 */
export async function openResolvedFilm(
  { database }: Pick<GenerationServices, "database">,
  { userId, filmId }: FilmTarget,
): Promise<ResolvedFilm> {
  const film = await openFilm(database, { userId, id: filmId });
  const projectId = film.project?.id ?? null;
  return {
    film,
    ...(await resolveDocument(database, { userId, filmId, projectId, document: film.document })),
  };
}

/**
 * Sends generations for shots and captions of a film, each once: sent again after a lost answer, from another tab or by somebody else,
 * nothing happens. A shot whose first frame comes from a shot that is under way waits for it; a worker sends it then.
 *
 * @returns what was sent for the film by now
 * @throws StudioError film.changed, film.trashed, film.role, film.shot-gone, film.shot-sent, film.shot-before, film.no-first-frame,
 *   generation.state, and as `createGeneration`; what was sent before the one with the problem stays sent
 */
export async function createPlaces(
  services: GenerationServices,
  target: FilmTarget,
  { version, shots, captions }: CreatePlacesBody,
): Promise<FilmGenerations> {
  const resolved = await openResolvedFilm(services, target);
  allowFilm(resolved.film.role, "work");
  if (resolved.film.deletedAt) throw new StudioError("film.trashed");
  if (resolved.film.version !== version) {
    throw new StudioError("film.changed", { values: { version: resolved.film.version } });
  }
  const coming = new Set([
    ...resolved.waiting.flatMap(({ placeId, problem }) => (problem === null ? [placeId] : [])),
    ...resolved.generations.filter(({ state }) => !isTerminal(state)).map(({ placeId }) => placeId),
  ]);
  for (const wanted of shots) {
    await createShot(services, target, { resolved, wanted, coming });
    coming.add(wanted.id);
  }
  for (const wanted of captions) {
    const caption = resolved.document.captions.find(({ id }) => id === wanted.id);
    const line = services.definitions.find(wanted.generator)?.line;
    if (!caption) throw new StudioError("film.shot-gone");
    if (!line) throw new StudioError("generator.unknown");
    const { text } = caption;
    await sendPlace(services, {
      ...target,
      ...describeOrder(resolved, wanted),
      name: text,
      generator: wanted.generator,
      input: line.fill({ text, voiceId: wanted.voiceId, model: wanted.model }),
    });
  }
  const projectId = resolved.film.project?.id ?? null;
  return listFilmGenerations(services.database, { ...target, projectId, document: resolved.film.document });
}

interface WantedShot {
  resolved: ResolvedFilm;
  wanted: WantedPlace;
  /** Shots that are, or are about to be, under way. */
  coming: ReadonlySet<string>;
}

async function createShot(
  services: GenerationServices,
  target: FilmTarget,
  { resolved, wanted, coming }: WantedShot,
): Promise<void> {
  const shot = resolved.document.shots.find(({ id }) => id === wanted.id);
  // Its result has arrived in the meantime.
  if (shot?.origin?.generationId && shot.content.kind !== "place") return;
  if (shot?.content.kind !== "place") throw new StudioError("film.shot-gone");
  if ((await sendShot(services, target, { resolved, shot, place: shot.content, wanted })) === "sent") return;
  const before = findShotBefore(resolved.document, shot);
  if (!before || !coming.has(before.id)) throw new StudioError("film.shot-before");
  const { userId, filmId } = target;
  const after = wanted.after ?? noGeneration;
  await services.database.filmGeneration.createMany({
    data: [{ filmId, placeId: shot.id, after, userId }],
    skipDuplicates: true,
  });
  // Confirmed anew after it ended.
  await services.database.filmGeneration.updateMany({
    where: { filmId, placeId: shot.id, after, generationId: null, problem: { not: null } },
    data: { problem: null, userId },
  });
  await tellShotWaits(services);
}

/** Sends a shot now, if its first frame is there. */
export async function sendShot(
  services: GenerationServices,
  target: FilmTarget,
  {
    resolved,
    shot,
    place,
    wanted,
    hasWaited,
  }: { resolved: ResolvedFilm; shot: Shot; place: Place; wanted: WantedPlace; hasWaited?: boolean },
): Promise<"sent" | "waits"> {
  const { document: film } = resolved;
  const fill = services.definitions.find(place.generator)?.shot?.fill;
  if (!fill) throw new StudioError("generator.unknown");
  const order = describeOrder(resolved, wanted);
  const items = [...resolved.film.items, ...resolved.generations.flatMap((each) => each.items)];
  const frame = await prepareFirstFrame(services.database, { ...target, film, items, shot, place });
  if (frame === "waits") return "waits";
  await sendPlace(services, {
    ...target,
    ...order,
    hasWaited,
    name: shot.name,
    generator: place.generator,
    input: fill({
      text: place.text,
      model: place.model,
      seconds: shot.frames / film.frameRate,
      aspect: film.aspect,
      firstFrameAssetId: frame.assetId,
    }),
  });
  return "sent";
}

/** What a place follows. Throws generation.state where that is still under way, or may have been billed without consent. */
function describeOrder({ film, generations }: ResolvedFilm, { id, after, mayBeBilledAgain }: WantedPlace) {
  const before: FilmGeneration | undefined =
    after === null ? undefined : generations.find((each) => each.id === after);
  if (after !== null && !before) throw new StudioError("film.shot-gone");
  if (before && !isTerminal(before.state)) throw new StudioError("film.shot-sent");
  if (before && mayBeBilled(before) && !mayBeBilledAgain) throw new StudioError("generation.state");
  return {
    projectId: film.project?.id ?? null,
    placeId: id,
    after: after ?? noGeneration,
    parentId: before?.isOwn && !before.isErased ? before.id : undefined,
  };
}
