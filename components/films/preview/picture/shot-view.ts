import type { FilmDocument, Shot } from "@/lib/films/film-document";
import type { FilmItem } from "@/lib/films/film-dto";
import { findSourceSeconds } from "@/lib/films/lay-out-film";
import { findMoveView, findPictureSide } from "@/lib/films/picture/fit-view";
import type { MediaFiles } from "../media-files";
import { ElementSource } from "./element-source";
import { type Context, drawCard, drawSlate, loadFonts } from "./film-words";
import type { Layer } from "./frame-painter";
import { type LoadPurpose, type PictureSource, SourceError, type SourceFault } from "./shown-picture";
import { StillSource } from "./still-source";
import type { VideoPictures } from "./video-pictures";

/** What a slate says. */
export interface SlateWords {
  /** Of a shot without a result. */
  noResult: string;
  /** Of a shot whose item isn't there. */
  missing: string;
  fault: Record<SourceFault, string>;
}

/** What shots are drawn with. */
export interface ViewedFilm {
  frameRate: FilmDocument["frameRate"];
  items: ReadonlyMap<string, FilmItem>;
  missing: ReadonlyMap<string, "gone" | "trash">;
  size: { width: number; height: number };
  openFiles: () => Promise<MediaFiles>;
  pictures: VideoPictures;
  words: SlateWords;
  /** Where the pictures of a video are read, which may be a smaller copy. */
  findVideo: (item: FilmItem) => Promise<string>;
}

export const mediaAddress = (assetId: string) => `/api/media/${assetId}`;

export const canDecodeVideo = () => typeof VideoDecoder !== "undefined";

/** A shot that is open: what its frames look like. Never fails: a slate says what is wrong. */
export class ShotView {
  #shot: Shot;
  readonly #film: ViewedFilm;
  #source: PictureSource | undefined;
  #drawing: OffscreenCanvas | undefined;
  readonly #opening: Promise<void>;
  #isClosed = false;
  #frameRate: number;

  constructor(shot: Shot, film: ViewedFilm) {
    this.#shot = shot;
    this.#film = film;
    this.#frameRate = film.frameRate;
    this.#opening = this.#open();
    // Told to whoever loads it.
    this.#opening.catch(() => undefined);
  }

  /** What decides which files are open: a view stays through other changes of its shot. */
  static keyOf({ content, id }: Shot, film: Pick<ViewedFilm, "items" | "missing">): string {
    if (content.kind === "card" || content.kind === "place") return JSON.stringify([id, content]);
    const asset = film.items.get(content.itemId)?.assetId ?? film.missing.get(content.itemId);
    if (content.kind === "video") return JSON.stringify([id, "video", asset, content.speed]);
    return JSON.stringify([id, "picture", asset, findPictureSide({ width: 1, height: 1 }, content.move)]);
  }

  change(shot: Shot, frameRate: number): void {
    this.#shot = shot;
    this.#frameRate = frameRate;
  }

  /** Waits until a frame can be drawn. */
  async load(frame: number, purpose: LoadPurpose): Promise<void> {
    try {
      await this.#opening;
      if (!this.#isClosed) await this.#source?.load(frame, purpose);
    } catch (error) {
      if (this.#isClosed) return;
      if (!(error instanceof SourceError)) throw error;
      this.#source?.close();
      this.#source = undefined;
      await this.#drawFault(error.fault);
    }
  }

  /** A frame as far as it is at hand. */
  take(frame: number): { layer: Layer; isExact: boolean } | null {
    if (this.#drawing) return { layer: { kind: "drawing", drawing: this.#drawing }, isExact: true };
    const taken = this.#source?.take(frame);
    if (!taken) return null;
    const { content, fit, frames, id } = this.#shot;
    const move = content.kind === "picture" ? content.move : null;
    const view = move ? findMoveView(move, frame, frames) : undefined;
    const ground = content.kind === "picture" ? id : null;
    return { layer: { kind: "picture", picture: taken.picture, fit, view, ground }, isExact: taken.isExact };
  }

  close(): void {
    this.#isClosed = true;
    this.#source?.close();
    this.#source = undefined;
  }

  async #open(): Promise<void> {
    const { content } = this.#shot;
    const { noResult } = this.#film.words;
    const { size } = this.#film;
    if (content.kind === "card") {
      await this.#draw(content.text, (context) => drawCard(context, content.text, content.tone, size));
    } else if (content.kind === "place") {
      await this.#draw(noResult + content.text, (context) =>
        drawSlate(context, noResult, content.text, size),
      );
    } else {
      const source = await this.#openSource(content);
      if (this.#isClosed) source.close();
      else this.#source = source;
    }
  }

  async #openSource(
    content: Extract<Shot["content"], { kind: "video" | "picture" }>,
  ): Promise<PictureSource> {
    const { items, missing, size, pictures, openFiles, findVideo } = this.#film;
    const item = items.get(content.itemId);
    if (!item) throw new SourceError(missing.get(content.itemId) ?? "gone");
    if (content.kind === "picture") {
      if (item.kind !== "image") throw new SourceError("unreadable");
      const address = mediaAddress(item.assetId);
      const { width, height } = item;
      const file = { address, fallback: `${address}?width=1280`, width, height };
      return new StillSource(file, findPictureSide(size, content.move));
    }
    if (item.kind !== "video") throw new SourceError("unreadable");
    const secondsOf = (frame: number) => {
      const { content: current } = this.#shot;
      return current.kind === "video" ? findSourceSeconds(current, frame, this.#frameRate) : 0;
    };
    if (!canDecodeVideo()) return new ElementSource(await findVideo(item), secondsOf, content.speed);
    // A film of pictures needs no decoder.
    const [address, files, { VideoSource }] = await Promise.all([
      findVideo(item),
      openFiles(),
      import("./video-source"),
    ]);
    return new VideoSource(address, secondsOf, { files, pictures });
  }

  #drawFault(fault: SourceFault): Promise<void> {
    const { words } = this.#film;
    const { name } = this.#shot;
    // The export has a slate with the same title for what is gone, and can't be made of what is damaged.
    const isMissing = fault === "gone" || fault === "trash";
    const title = isMissing ? words.missing : name;
    const text = isMissing ? `${name}\n${words.fault[fault]}` : words.fault[fault];
    return this.#draw(title + text, (context) => drawSlate(context, title, text, this.#film.size));
  }

  async #draw(text: string, draw: (context: Context) => void): Promise<void> {
    await loadFonts(text);
    const { width, height } = this.#film.size;
    const drawing = new OffscreenCanvas(width, height);
    draw(drawing.getContext("2d")!);
    this.#drawing = drawing;
  }
}
