/** Stands in a row for "the first one": columns of a key have a value. */
export const noGeneration = "00000000-0000-0000-0000-000000000000";

/** How many shots and captions one request may send. */
export const maxPlacesPerRequest = 100;
