import { createHash } from "node:crypto";
import { StudioError } from "@/lib/errors/studio-error";
import { type FilmDocument, filmDocumentSchema, filmFormat } from "./film-document";
import { maxFilmBytes } from "./film-limits";
import { measureFilm } from "./lay-out-film";

/** A document as rows hold it, with what lists show of it. */
export interface PackedFilm {
  text: string;
  bytes: number;
  /** SHA-256 of the text: the same for two documents that say the same. */
  hash: string;
  aspect: string;
  shotCount: number;
  durationMs: number;
  coverItemId: string | null;
}

/** @throws StudioError input.invalid at `document` for one that is too large */
export function packFilm(document: FilmDocument): PackedFilm {
  const text = JSON.stringify(document);
  const bytes = Buffer.byteLength(text);
  if (bytes > maxFilmBytes) {
    throw new StudioError("input.invalid", {
      fields: [{ path: "document", key: "film.too-large", values: { megabytes: maxFilmBytes / 1_000_000 } }],
    });
  }
  return {
    text,
    bytes,
    hash: createHash("sha256").update(text).digest("hex"),
    aspect: document.aspect,
    shotCount: document.shots.length,
    durationMs: Math.ceil(measureFilm(document)),
    coverItemId: findCover(document),
  };
}

/** The item of the first shot that has one. */
function findCover({ shots }: FilmDocument): string | null {
  for (const { content } of shots) {
    if (content.kind === "video" || content.kind === "picture") return content.itemId;
  }
  return null;
}

/**
 * A document of the database.
 *
 * @throws StudioError film.newer for one that a newer version of the studio saved
 */
export function unpackFilm(stored: unknown): FilmDocument {
  if (isNewerFilm(stored)) throw new StudioError("film.newer");
  return filmDocumentSchema.parse(stored);
}

/** Whether a document has a form that this version doesn't know yet. */
export function isNewerFilm(document: unknown): boolean {
  return (
    typeof document === "object" &&
    document !== null &&
    "format" in document &&
    typeof document.format === "number" &&
    document.format > filmFormat
  );
}
