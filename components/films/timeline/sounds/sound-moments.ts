import type { QueryClient } from "@tanstack/react-query";
import { listSoundGroups } from "@/components/player/sound-groups";
import { generationQueries } from "@/components/queries/generation-queries";
import { itemQueries } from "@/components/queries/item-queries";
import { subtitleQueries } from "@/components/reader/subtitles";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import type { FilmDocument, SoundPiece } from "@/lib/films/film-document";
import type { Sentence } from "@/lib/media/subtitles/subtitles-dto";
import type { FilmDesk } from "../../desk/film-desk";
import { SharedValue } from "../shared-value";
import { pxToMs } from "../time-scale";

/** Beats closer than this would leave no room between them to move something freely. */
const leastBeatPx = 24;
/** Longer sounds are no music to cut to, and would take long to read. */
const longestMusicSeconds = 15 * 60;

/** Seconds within a sound, by item; none are known of a sound that is missing here. */
type Moments = ReadonlyMap<string, readonly number[]>;

/**
 * The beats of a film's music and the sentences of its voices. Both are looked for when somebody turns to the timeline, since they need
 * the whole sound or its subtitles.
 */
export class SoundMoments {
  readonly #desk: FilmDesk;
  readonly #client: QueryClient;
  readonly beats = new SharedValue<Moments>(new Map());
  readonly #sentences = new SharedValue<Moments>(new Map());
  readonly #asked = new Set<string>();
  readonly #failed = new Set<string>();
  #end = new AbortController();

  constructor(desk: FilmDesk, client: QueryClient) {
    this.#desk = desk;
    this.#client = client;
  }

  /** Looks for those of sounds that are new in the film. */
  async load(): Promise<void> {
    const { document, items } = this.#desk.read();
    const { signal } = this.#end;
    for (const { track, itemId } of document.sounds) {
      const item = items.get(itemId);
      const seconds = item?.durationSeconds ?? Infinity;
      const isWanted = track === "voice" || (track === "score" && seconds <= longestMusicSeconds);
      if (!item || !isWanted || this.#asked.has(itemId)) continue;
      this.#asked.add(itemId);
      try {
        // One after the other: the film is played and edited meanwhile.
        if (track === "voice") add(this.#sentences, itemId, await this.#readSentences(itemId));
        else add(this.beats, itemId, await readBeats(item.assetId, signal));
      } catch {
        // Nothing snaps to this sound until then: what is edited needs no sound to be read.
        this.#failed.add(itemId);
      }
      if (signal.aborted) return;
    }
  }

  /** Looks for them, and again for those of sounds that couldn't be read. */
  retry(): void {
    for (const itemId of this.#failed) this.#asked.delete(itemId);
    this.#failed.clear();
    void this.load();
  }

  /** Stops reading. */
  close(): void {
    this.#end.abort();
    this.#end = new AbortController();
    this.#asked.clear();
  }

  /** Those that are heard, in milliseconds of the film. */
  list({ sounds }: FilmDocument, pxPerSecond: number): number[] {
    return sounds.flatMap((piece) => [
      ...placeMoments(piece, this.#sentences.read().get(piece.itemId)),
      ...placeBeats(piece, this.beats.read().get(piece.itemId), pxPerSecond),
    ]);
  }

  async #readSentences(itemId: string): Promise<number[]> {
    const sentences = await readSentences(this.#client, itemId);
    return (sentences ?? []).flatMap(({ startMs, endMs }) => [startMs / 1_000, endMs / 1_000]);
  }
}

/** When moments of a sound, in its seconds, are heard in the film, in milliseconds. Pure. */
function placeMoments({ from, atMs, lengthMs }: SoundPiece, seconds: readonly number[] = []): number[] {
  return seconds
    .map((each) => Math.round((each - from) * 1_000))
    .filter((ms) => ms >= 0 && ms <= lengthMs)
    .map((ms) => atMs + ms);
}

/** When beats are heard, where the film is drawn large enough to tell them apart. Pure. */
export function placeBeats(
  piece: SoundPiece,
  seconds: readonly number[] | undefined,
  pxPerSecond: number,
): number[] {
  const heard = placeMoments(piece, seconds);
  return findGap(heard) < pxToMs(leastBeatPx, pxPerSecond) ? [] : heard;
}

/** The sentences of the sound of an item; null where their times aren't known. Throws ApiError. */
export async function readSentences(client: QueryClient, itemId: string): Promise<Sentence[] | null> {
  const { generationId, assetId } = await client.ensureQueryData(itemQueries.one(itemId));
  const generation = await client.ensureQueryData(generationQueries.detail(generationId));
  const source = findSubtitles(generation, assetId);
  return source && client.ensureQueryData(subtitleQueries.sentences(source));
}

/** The subtitles of one of the sounds of a generation; null without. Pure. */
export function findSubtitles(generation: GenerationDto, assetId: string) {
  const group = listSoundGroups(generation).find(({ audio }) => audio?.assetId === assetId);
  return group?.subtitle ? { generationId: generation.id, group: group.name } : null;
}

async function readBeats(assetId: string, signal: AbortSignal): Promise<number[]> {
  const [{ BeatFinder }, { filmSampleRateHz }, { MediaFiles }, { readSound }] = await Promise.all([
    import("@/lib/films/find-beats"),
    import("@/lib/films/mix-sound"),
    import("../../preview/media-files"),
    import("../../preview/sound/sound-reader"),
  ]);
  const files = new MediaFiles();
  const finder = new BeatFinder(filmSampleRateHz);
  try {
    const blocks = readSound(files, `/api/media/${assetId}?as=wav`, { from: 0, speed: 1, signal });
    for await (const [left, right] of blocks) finder.add(left, right);
    return signal.aborted ? [] : finder.find();
  } finally {
    files.close();
  }
}

function add(shared: SharedValue<Moments>, itemId: string, seconds: readonly number[]): void {
  shared.set(new Map([...shared.read(), [itemId, seconds]]));
}

/** The usual distance of two moments; they are by time. */
function findGap(moments: readonly number[]): number {
  const gaps = moments.slice(1).map((ms, index) => ms - moments[index]!);
  return gaps.toSorted((one, other) => one - other)[gaps.length >> 1] ?? Infinity;
}
