import type { QueryClient } from "@tanstack/react-query";
import type { GenerationDto, GenerationPage } from "@/lib/generations/read/generation-dto";
import { newerOf, updatePages, type GenerationFilter } from "./generation-lists";

/** Longer than fetching any list takes. */
const rememberedMs = 60_000;

/** Writes an event into the cache: code that a page needs with its first event only. */
type Apply = (client: QueryClient, generation: GenerationDto) => void;

/**
 * Recent events. The response of a list may be older than an event that overtook it; applying these events to the response
 * prevents the screen from going back in time.
 */
export class LiveGenerations {
  private readonly told = new Map<string, { generation: GenerationDto; atMs: number; apply: Apply }>();
  private readonly listeners = new Set<(generation: GenerationDto) => void>();
  private readonly now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.now = now;
  }

  /** Calls back with every new state of a generation. */
  subscribe(listener: (generation: GenerationDto) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  record(generation: GenerationDto, apply: Apply): void {
    const known = this.told.get(generation.id)?.generation;
    const newest = known ? newerOf(known, generation) : generation;
    // Deleted first to keep the map ordered by age.
    this.told.delete(generation.id);
    this.told.set(generation.id, { generation: newest, atMs: this.now(), apply });
    this.forget();
    for (const listener of this.listeners) listener(newest);
  }

  /** Applies the latest states again, oldest event first, to data that came another way and may be older. */
  repeat(client: QueryClient): void {
    for (const { generation, apply } of this.told.values()) apply(client, generation);
  }

  /** Applies all events since `askedAtMs` to a page requested then; `first` is true for the newest page. */
  overlay(page: GenerationPage, filter: GenerationFilter, askedAtMs: number, first: boolean): GenerationPage {
    const ids = new Set(page.generations.map(({ id }) => id));
    const late = [...this.told.values()].filter(
      ({ generation, atMs }) => atMs >= askedAtMs && (first || ids.has(generation.id)),
    );
    const [result] = late.reduce<readonly GenerationPage[]>(
      (pages, { generation }) => updatePages(pages, filter, generation),
      [page],
    );
    return result ?? page;
  }

  overlayOne(generation: GenerationDto): GenerationDto {
    const known = this.told.get(generation.id)?.generation;
    return known ? newerOf(generation, known) : generation;
  }

  private forget(): void {
    for (const [id, { atMs }] of this.told) {
      if (this.now() - atMs < rememberedMs) return;
      this.told.delete(id);
    }
  }
}

/** One per tab, like the event stream. */
export const liveGenerations = new LiveGenerations();
