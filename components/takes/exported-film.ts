import { type CaptionChoice, captionChoices, filmGenerator } from "@/lib/films/exported-film";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";

export interface ExportedFilm {
  filmId: string;
  version: number;
  /** Undefined for sound alone. */
  quality: string | undefined;
  captions: CaptionChoice;
  /** Null where the levels of the film were kept. */
  loudnessLufs: number | null;
}

/** What a result says of the film that it was exported from; null for all others. Pure. */
export function readExportedFilm({ generator, input }: GenerationDto): ExportedFilm | null {
  const { filmId, version, quality, captions, loudnessLufs } = input;
  if (generator !== filmGenerator || typeof filmId !== "string" || typeof version !== "number") return null;
  return {
    filmId,
    version,
    quality: typeof quality === "string" ? quality : undefined,
    captions: captionChoices.find((each) => each === captions) ?? "none",
    loudnessLufs: typeof loudnessLufs === "number" ? loudnessLufs : null,
  };
}
