import type { Place } from "../film-document";

/** Stands in a row for "the first one": columns of a key have a value. */
export const noGeneration = "00000000-0000-0000-0000-000000000000";

/** How many shots and captions one request may send. */
export const maxPlacesPerRequest = 100;

/**
 * What a shot begins with unless something else is chosen: the end of the shot before, if its generator needs a first frame and there
 * is one. Pure.
 */
export const findUsualFrame = (
  firstFrame: "required" | "none",
  shotsBefore: number,
): Place["firstFrame"] => ({
  of: firstFrame === "required" && shotsBefore > 0 ? "shot-before" : "none",
});
