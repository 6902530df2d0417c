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
  const listValid = () => table.list().filter(({ createdAt }) => clock.now() < createdAt + DAY_MS);

  /** Notes a feature, or renews its 24 hours. */
  const keep = (feature: Omit<CoverFeature, "createdAt">): void =>
    table.set(feature.coverFeatureId, { ...feature, createdAt: clock.now() });

  /** Null for an id that never was or has expired. */
  const find = (coverFeatureId: string): CoverFeature | null =>
    listValid().find((feature) => feature.coverFeatureId === coverFeatureId) ?? null;

  /** Expires one feature, or all; returns how many. */
  function expire(coverFeatureId?: string): number {
    const ids = listValid().map((feature) => feature.coverFeatureId);
    const expired = ids.filter((id) => id === (coverFeatureId ?? id));
    for (const id of expired) table.delete(id);
    return expired.length;
  }

  return { keep, expire, find };
}
