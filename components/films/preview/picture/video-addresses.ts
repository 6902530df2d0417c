import type { FilmItem } from "@/lib/films/film-dto";

const mediaAddress = (assetId: string) => `/api/media/${assetId}`;

/** Where the pictures of videos are read: at a small copy if the server has one, else at the video itself, whose frames have the same times. */
export class VideoAddresses {
  /** By file; those of copies that are being made have a time from which on to ask again. */
  readonly #known = new Map<string, { address: string; until: number }>();
  readonly #asking = new Map<string, Promise<string>>();

  readonly find = ({ assetId }: Pick<FilmItem, "assetId">): Promise<string> => {
    const known = this.#known.get(assetId);
    if (known && performance.now() < known.until) return Promise.resolve(known.address);
    const asked = this.#asking.get(assetId) ?? this.#ask(assetId).finally(() => this.#asking.delete(assetId));
    this.#asking.set(assetId, asked);
    return asked;
  };

  async #ask(assetId: string): Promise<string> {
    const original = mediaAddress(assetId);
    const proxy = `${original}/proxy`;
    let answer: { address: string; until: number } = { address: original, until: performance.now() };
    try {
      const { status, headers } = await fetch(proxy, { method: "HEAD" });
      if (status === 200) answer = { address: proxy, until: Infinity };
      else if (status === 204) answer.until = Infinity;
      else answer.until += 1_000 * Number(headers.get("retry-after") ?? 5);
    } catch {
      // Offline: reading the video says so.
    }
    this.#known.set(assetId, answer);
    return answer.address;
  }
}
