import imageMessages from "./image/messages/en.json";
import type { GeneratorId } from "./registry";

/** English names for the API, from the catalogues that the pages use. */
export const generatorTitles: Record<GeneratorId, string> = { image: imageMessages.title };
