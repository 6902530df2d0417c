const narrowestAspect = 0.6;
const widestAspect = 2.4;

/** Limits an aspect so that a very wide or narrow picture is cropped instead of ruling its row. */
export function clampAspect(aspect: number): number {
  return Math.min(widestAspect, Math.max(narrowestAspect, Number.isFinite(aspect) ? aspect : 1));
}
