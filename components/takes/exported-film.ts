import { type CaptionChoice, captionChoices } from "@/lib/films/exported-film";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { filmGenerator } from "@/lib/items/film-items";

export interface ExportedFilm {
  filmId: string;
  version: number;
  /** Undefined for sound alone, and for loops. */
  quality: string | undefined;
  /** Of the file. Undefined where `quality` is. */
  aspect: string | undefined;
  /** Of a loop; undefined for all else. */
  framesPerSecond: number | undefined;
  captions: CaptionChoice;
  /** Null where the levels of the film were kept; undefined without sound. */
  loudnessLufs: number | null | undefined;
}

/** What a result says of the film that it was exported from; null for all others. Pure. */
export function readExportedFilm({ generator, input }: GenerationDto): ExportedFilm | null {
  const { filmId, version, quality, aspect, captions, loudnessLufs, frameRate } = input;
  const isLoop = "frameCount" in input;
  if (generator !== filmGenerator || typeof filmId !== "string" || typeof version !== "number") return null;
  return {
    filmId,
    version,
    quality: typeof quality === "string" ? quality : undefined,
    aspect: typeof quality === "string" && typeof aspect === "string" ? aspect : undefined,
    captions: captionChoices.find((each) => each === captions) ?? "none",
    framesPerSecond: isLoop && typeof frameRate === "number" ? frameRate : undefined,
    loudnessLufs: typeof loudnessLufs === "number" ? loudnessLufs : isLoop ? undefined : null,
  };
}
