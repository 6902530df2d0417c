import { sourceKey, type MediaSource } from "./media-source";

/**
 * The media of a field as they are now, which may be more than the last render knows: two uploads can end between two
 * renders, and the second must not undo the first.
 */
export class SourceList {
  #sources: readonly MediaSource[];

  constructor(sources: readonly MediaSource[]) {
    this.#sources = sources;
  }

  /** The field holds these, whoever changed it. */
  sync(sources: readonly MediaSource[]): void {
    this.#sources = sources;
  }

  /** The newest stay, one of each: choosing another where one is allowed means exchanging it. */
  add(source: MediaSource, maximum: number): readonly MediaSource[] {
    const others = this.#sources.filter((known) => sourceKey(known) !== sourceKey(source));
    return (this.#sources = [...others, source].slice(-maximum));
  }

  remove(source: MediaSource): readonly MediaSource[] {
    return (this.#sources = this.#sources.filter((known) => sourceKey(known) !== sourceKey(source)));
  }
}
