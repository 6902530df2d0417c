import type { CoverModel } from "../media/music/render-song.ts";
import type { SandboxClock } from "../settings.ts";
import { type Journal, Table } from "./journal.ts";
import { DAY_MS } from "./link-store.ts";

interface CoverFeature {
  coverFeatureId: string;
  model: CoverModel;
  createdAt: number;
}

/** Cover features, valid for 24 hours. The id is derived from the content, so the same content gives the same id. */
export function createCoverFeatureStore(journal: Journal, clock: SandboxClock) {
  const table = new Table<CoverFeature>(journal, "cover-features");

  /** Notes a feature, or renews its 24 hours. */
  const keep = (feature: Omit<CoverFeature, "createdAt">): void =>
    table.set(feature.coverFeatureId, { ...feature, createdAt: clock.now() });

  /** Expires one feature, or all; returns how many. */
  function expire(coverFeatureId?: string): number {
    const valid = table
      .list()
      .filter((feature) => (coverFeatureId ?? feature.coverFeatureId) === feature.coverFeatureId)
      .filter((feature) => isValid(feature));
    for (const { coverFeatureId: id } of valid) table.delete(id);
    return valid.length;
  }

  /** Null for an id that never was or has expired. */
  function find(coverFeatureId: string): CoverFeature | null {
    const feature = table.get(coverFeatureId);
    return feature === undefined || !isValid(feature) ? null : feature;
  }

  const isValid = ({ createdAt }: CoverFeature): boolean => clock.now() < createdAt + DAY_MS;

  return { keep, expire, find };
}
