import type { CoverModel } from "../media/music/render-song.ts";
import type { SandboxClock } from "../clock.ts";
import type { Journal } from "./journal.ts";
import { DAY_MS } from "./link-store.ts";

/** A reference sound that was preprocessed (service.md "Cover preprocess response"). */
export interface CoverFeature {
  coverFeatureId: string;
  /** What was measured of the sound, so that a cover can keep it. */
  model: CoverModel;
  /** Unix time in milliseconds. */
  createdAt: number;
}

const STORE = "cover-features";

/** Cover features, valid for 24 hours. The id is derived from the sound, so the same sound gives the same id. */
export class CoverFeatureStore {
  private readonly journal: Journal;
  private readonly clock: SandboxClock;
  private readonly features = new Map<string, CoverFeature>();

  constructor(journal: Journal, clock: SandboxClock) {
    this.journal = journal;
    this.clock = clock;
    for (const feature of journal.replay<CoverFeature>(STORE)) {
      // Features of an earlier version, which held no model, have expired by now or must be made again.
      if ("model" in feature) this.features.set(feature.coverFeatureId, feature);
    }
  }

  /** Notes a feature, or renews its 24 hours. */
  keep(feature: Omit<CoverFeature, "createdAt">): void {
    this.write({ ...feature, createdAt: this.clock.now() });
  }

  /** Ends the 24 hours of one feature, or of all, now. Answers how many were ended. */
  expire(coverFeatureId?: string): number {
    const valid = [...this.features.values()].filter(
      (feature) =>
        this.isValid(feature) && (coverFeatureId ?? feature.coverFeatureId) === feature.coverFeatureId,
    );
    for (const feature of valid) this.write({ ...feature, createdAt: this.clock.now() - DAY_MS });
    return valid.length;
  }

  /** Null for an id that never was or has expired. */
  find(coverFeatureId: string): CoverFeature | null {
    const feature = this.features.get(coverFeatureId);
    return feature === undefined || !this.isValid(feature) ? null : feature;
  }

  private isValid({ createdAt }: CoverFeature): boolean {
    return this.clock.now() < createdAt + DAY_MS;
  }

  private write(feature: CoverFeature): void {
    this.journal.append(STORE, feature);
    this.features.set(feature.coverFeatureId, feature);
  }
}
