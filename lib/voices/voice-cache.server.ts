import type { Voice } from "@/lib/service/client/speech.server";

interface VoiceCacheOptions {
  /** Epoch milliseconds. */
  now: () => number;
  /** Called when a refresh fails while an older list is used. */
  report: (error: unknown) => void;
  /** How long a list is fresh. */
  freshMs?: number;
  /** How long to wait after a failure. */
  retryMs?: number;
  /** How many lists are kept, the most recently used. */
  maxLists?: number;
  /** How many voices of a list are kept. */
  maxVoices?: number;
}

interface Entry {
  voices: Voice[] | null;
  error: unknown;
  askedAtMs: number;
  loading: Promise<void> | null;
}

/**
 * Voice lists by connection. A stale list is returned at once and refreshed in the background; only the first load is
 * awaited, by all callers together. Failures are cached for a while, so that not every page retries.
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

  /** The voices of a connection. Throws the error of `load` if there is no older list. */
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

  /** Loads again. Throws the error of `load` and keeps the older list then. */
  async refresh(key: string, load: () => Promise<Voice[]>): Promise<void> {
    const entry = this.touch(key);
    entry.loading ??= this.load(entry, load);
    await entry.loading;
    if (entry.error !== null) throw entry.error;
  }

  private touch(key: string): Entry {
    const known = this.entries.get(key);
    const entry = known ?? { voices: null, error: null, askedAtMs: -Infinity, loading: null };
    // Reinserted, so that the map stays in the order of use.
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
