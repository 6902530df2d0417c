import type { CoverModel } from "../media/music/render-song.ts";
import type { SandboxClock } from "../settings.ts";
import { type Journal, Table } from "./journal.ts";
import { DAY_MS } from "./link-store.ts";

/** A reference that was preprocessed (service.md "Cover preprocess response"). */
interface CoverFeature {
  coverFeatureId: string;
  /** What was measured, so that a cover can keep it. */
  model: CoverModel;
  /** Unix time in milliseconds. */
  createdAt: number;
}

/** Cover features, valid for 24 hours. The id is derived from the content, so the same content gives the same id. */
export class CoverFeatureStore {
  private readonly table: Table<CoverFeature>;
  private readonly clock: SandboxClock;

  constructor(journal: Journal, clock: SandboxClock) {
    this.table = new Table(journal, "cover-features");
    this.clock = clock;
  }

  /** Notes a feature, or renews its 24 hours. */
  keep(feature: Omit<CoverFeature, "createdAt">): void {
    this.table.set(feature.coverFeatureId, { ...feature, createdAt: this.clock.now() });
  }

  /** Expires one feature, or all; returns how many. */
  expire(coverFeatureId?: string): number {
    const valid = this.table
      .list()
      .filter((feature) => (coverFeatureId ?? feature.coverFeatureId) === feature.coverFeatureId)
      .filter((feature) => this.isValid(feature));
    for (const { coverFeatureId: id } of valid) this.table.delete(id);
    return valid.length;
  }

  /** Null for an id that never was or has expired. */
  find(coverFeatureId: string): CoverFeature | null {
    const feature = this.table.get(coverFeatureId);
    return feature === undefined || !this.isValid(feature) ? null : feature;
  }

  private isValid({ createdAt }: CoverFeature): boolean {
    return this.clock.now() < createdAt + DAY_MS;
  }
}
