import type { FilmDocument } from "../film-document";
import type { FilmLoop, LoopFormat } from "../film-loop";
import type { FilmQuality } from "./film-size";
import type { SoundFileFormat } from "@/lib/media/conversion/conversion-messages";
import type { RenderFault } from "./render-fault";

/** A local file of a library item. */
export interface RenderSource {
  path: string;
  kind: "video" | "image" | "audio";
  /** As stored: decides the decoder of audio. */
  mimeType: string;
}

/** What the file says of itself. */
export interface FilmTags {
  title: string;
  comment?: string | undefined;
  date?: Date | undefined;
  /** What it was exported from and how, as JSON. */
  parameters?: string | undefined;
}

/** What to make of a film. All of it decides the bytes of the file, but for the folder. */
export interface RenderOrder {
  film: FilmDocument;
  /** By item. One that the film uses and that isn't here is a fault, unless it is known to be missing. */
  sources: Record<string, RenderSource>;
  /** The items that are missing: a slate with this title stands for their shots, and silence for their sounds. */
  missing?: { itemIds: readonly string[]; title: string } | undefined;
  /** Of sound alone, only the sound is made. */
  format: FilmFileFormat;
  quality: FilmQuality;
  /** For the formats of loops: the piece that is made instead of the whole film. */
  loop?: FilmLoop | undefined;
  /** Draws captions into the pictures. */
  burnsCaptions: boolean;
  /** Integrated loudness in LUFS; null keeps the levels, limited to what a file can hold. */
  loudnessLufs: number | null;
  /** What the slate of a shot without a result says, in the language of the person. */
  slateTitle: string;
  tags: FilmTags;
  /** An existing folder of its own: holds the film, and what is done of it until then. */
  folder: string;
}

/** The sound of a film without its pictures. */
export const soundFormats = ["wav", "mp3", "m4a"] as const satisfies readonly SoundFileFormat[];
export type SoundFormat = (typeof soundFormats)[number];

/** Films with their pictures: H.264 and AAC, or VP9 and Opus. */
export const pictureFormats = ["mp4", "webm"] as const;
export type PictureFormat = (typeof pictureFormats)[number];

export type FilmFileFormat = PictureFormat | SoundFormat | LoopFormat;

/** Pure. */
export const isSoundFormat = (format: FilmFileFormat): format is SoundFormat =>
  soundFormats.some((each) => each === format);

/** The finished film in the order's folder. */
export const nameFilmFile = (format: FilmFileFormat) => `film.${format}`;

export interface RenderedFilm {
  path: string;
  bytes: number;
  /** Null for sound alone. */
  width: number | null;
  height: number | null;
  frames: number;
  durationSeconds: number;
  /** Integrated loudness of its sound, measured; null for silence and without sound. */
  loudnessLufs: number | null;
}

/** From 0 to all frames, those of an earlier process included. The phase is what comes next. */
export interface RenderProgress {
  phase: "pictures" | "sound" | "file";
  framesDone: number;
  frames: number;
}

export type ToRenderProcess = { type: "order"; order: RenderOrder };

export type FromRenderProcess =
  | ({ type: "progress" } & RenderProgress)
  | { type: "done"; film: RenderedFilm }
  | { type: "failed"; fault: RenderFault; detail: string; itemId: string | undefined };
