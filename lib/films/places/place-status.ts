import type { ShotTraits } from "@/lib/generations/record/definition-port";
import { countCodePoints } from "@/lib/service/contract/text";
import type { FilmDocument, Place, Shot } from "../film-document";
import type { FilmGeneration, FilmGenerations } from "./film-generation-dto";
import { findAwaited } from "./follow-place";

/** How far a shot is that is to be created. */
export type PlaceStatus =
  /** Nothing is sent. `problem` ended a wait for the shot before. */
  | { kind: "open"; problem: string | null }
  /** Confirmed; sent once the shot before is there. */
  | { kind: "waiting"; isOwn: boolean }
  | { kind: "active"; generation: FilmGeneration }
  | { kind: "failed" | "unknown" | "cancelled"; generation: FilmGeneration }
  /** It has succeeded. Its results are about to fall into the shot, were taken out again, or are in the trash. */
  | { kind: "done"; generation: FilmGeneration };

/** Pure. */
export function findPlaceStatus(
  shot: Pick<Shot, "id">,
  place: Pick<Place, "generationId" | "after">,
  { generations, waiting }: FilmGenerations,
): PlaceStatus {
  const wait = waiting.find(({ placeId }) => placeId === shot.id);
  if (wait && wait.problem === null) return { kind: "waiting", isOwn: wait.isOwn };
  const generation = findAwaited(shot.id, place, generations);
  if (wait || !generation) return { kind: "open", problem: wait?.problem ?? null };
  const { state } = generation;
  if (state === "succeeded") return { kind: "done", generation };
  if (state === "failed" || state === "unknown" || state === "cancelled") return { kind: state, generation };
  return { kind: "active", generation };
}

/** Whether a request that ended without a result may have been billed, so that only a person's consent sends another one. Pure. */
export const mayBeBilled = ({ state, error }: Pick<FilmGeneration, "state" | "error">): boolean =>
  state === "unknown" || (state === "failed" && error?.mayBeBilled === true);

/** What keeps a shot from being sent. */
export type Obstacle =
  | "no-text"
  | "text-too-long"
  | "no-generator"
  | "no-model"
  | "no-first-frame"
  | "shot-before-open";

/**
 * Why a shot can't be sent now; null if it can, or waits for a shot that is on its way. Pure.
 *
 * @param traits of its generator, if there is one
 */
export function findObstacle(
  { film, shot, place }: { film: FilmDocument; shot: Shot; place: Place },
  sent: FilmGenerations,
  traits: ShotTraits | undefined,
): Obstacle | null {
  if (place.text.trim() === "") return "no-text";
  if (!traits) return "no-generator";
  if (place.model !== null && !traits.models.includes(place.model)) return "no-model";
  if (countCodePoints(place.text) > traits.textMaxLength) return "text-too-long";
  if (traits.firstFrame !== "required") return null;
  if (place.firstFrame.of === "none") return "no-first-frame";
  if (place.firstFrame.of === "item") return null;
  const before = film.shots[film.shots.findIndex(({ id }) => id === shot.id) - 1];
  if (!before || before.content.kind === "card") return "no-first-frame";
  if (before.content.kind !== "place") return null;
  const status = findPlaceStatus(before, before.content, sent);
  return status.kind === "waiting" || status.kind === "active" || status.kind === "done"
    ? null
    : "shot-before-open";
}

/** A shot that is to be created and can be. */
export interface OpenShot {
  shot: Shot;
  place: Place;
}

/**
 * The shots that nothing was sent for or that ended without a result and a bill, in order; of those that need the frame of the shot before, only
 * where that one is there, on its way or among them. Pure.
 *
 * @param findTraits of a generator, if there is one
 */
export function listOpenShots(
  film: FilmDocument,
  sent: FilmGenerations,
  findTraits: (generator: string) => ShotTraits | undefined,
): OpenShot[] {
  const open: OpenShot[] = [];
  const ids = new Set<string>();
  for (const [index, shot] of film.shots.entries()) {
    if (shot.content.kind !== "place") continue;
    const place = shot.content;
    const status = findPlaceStatus(shot, place, sent);
    if (status.kind !== "open" && status.kind !== "failed" && status.kind !== "cancelled") continue;
    // What may have been billed is sent again only on its own.
    if (status.kind === "failed" && mayBeBilled(status.generation)) continue;
    const obstacle = findObstacle({ film, shot, place }, sent, findTraits(place.generator));
    const isAmong = obstacle === "shot-before-open" && ids.has(film.shots[index - 1]?.id ?? "");
    if (obstacle !== null && !isAmong) continue;
    open.push({ shot, place });
    ids.add(shot.id);
  }
  return open;
}
