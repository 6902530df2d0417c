import imageMessages from "./image/messages/en.json";
import coverMessages from "./cover/messages/en.json";
import musicMessages from "./music/messages/en.json";
import narrationMessages from "./narration/messages/en.json";
import type { GeneratorId } from "./registry";
import speechMessages from "./speech/messages/en.json";
import videoMessages from "./video/messages/en.json";

/** English names for the API, taken from the interface's message catalogues. */
export const generatorTitles: Record<GeneratorId, string> = {
  music: musicMessages.title,
  cover: coverMessages.title,
  image: imageMessages.title,
  video: videoMessages.title,
  speech: speechMessages.title,
  narration: narrationMessages.title,
};
