import type { Voice } from "@/lib/service/client/speech.server";

export interface VoiceCacheOptions {
  /** Epoch milliseconds. */
  now: () => number;
  /** Told of a refresh that failed while an older list is shown. */
  report: (error: unknown) => void;
  /** How long a list is given without asking. */
  freshMs?: number;
  /** How long a service that could not be asked is left alone. */
  retryMs?: number;
  /** Lists that are kept; the one that was not asked for longest goes first. */
  maxLists?: number;
  /** Voices of one list that are kept. */
  maxVoices?: number;
}

interface Entry {
  voices: Voice[] | null;
  error: unknown;
  askedAtMs: number;
  loading: Promise<void> | null;
}

/**
 * Voice lists by connection. A list that is old is given at once and refreshed meanwhile; only the first one is waited
 * for, by all who ask for it together. A fault is kept for a while as well, so that a service that does not answer is not
 * asked by every page.
 */
export class VoiceCache {
  private readonly entries = new Map<string, Entry>();
  private readonly options: Required<VoiceCacheOptions>;

  constructor(options: VoiceCacheOptions) {
    this.options = {
      freshMs: 60 * 60_000,
      retryMs: 60_000,
      maxLists: 100,
      maxVoices: 2_000,
      ...options,
    };
  }

  /** The voices of a connection. Throws what `load` threw where there is no older list. */
  async get(key: string, load: () => Promise<Voice[]>): Promise<Voice[]> {
    const entry = this.touch(key);
    const { freshMs, retryMs, now } = this.options;
    const ageMs = now() - entry.askedAtMs;
    const isDue = ageMs >= (entry.error === null ? freshMs : retryMs);
    if (isDue) entry.loading ??= this.load(entry, load);
    if (entry.voices === null && entry.loading) await entry.loading;
    if (entry.voices === null) throw entry.error;
    return entry.voices;
  }

  /** Asks now, however fresh the list is; an older one stays where that fails. Throws what `load` threw. */
  async refresh(key: string, load: () => Promise<Voice[]>): Promise<void> {
    const entry = this.touch(key);
    entry.loading ??= this.load(entry, load);
    await entry.loading;
    if (entry.error !== null) throw entry.error;
  }

  private touch(key: string): Entry {
    const known = this.entries.get(key);
    const entry = known ?? { voices: null, error: null, askedAtMs: -Infinity, loading: null };
    // Set anew, so that the map stays in the order of use.
    this.entries.delete(key);
    this.entries.set(key, entry);
    if (this.entries.size > this.options.maxLists) {
      const [oldest] = this.entries.keys();
      if (oldest !== undefined) this.entries.delete(oldest);
    }
    return entry;
  }

  private async load(entry: Entry, load: () => Promise<Voice[]>): Promise<void> {
    try {
      entry.voices = distinct(await load()).slice(0, this.options.maxVoices);
      entry.error = null;
    } catch (error) {
      entry.error = error;
      if (entry.voices !== null) this.options.report(error);
    } finally {
      entry.askedAtMs = this.options.now();
      entry.loading = null;
    }
  }
}

function distinct(voices: Voice[]): Voice[] {
  return [...new Map(voices.map((voice) => [voice.voiceId, voice])).values()];
}
