/**
 * The value below which `fraction` (0 to 1) of the sorted values lie, interpolated; 0.5 is the median. Throws
 * RangeError without values.
 */
export function quantile(values: readonly number[], fraction: number): number {
  if (values.length === 0) throw new RangeError("There is no quantile of nothing.");
  const sorted = [...values].sort((left, right) => left - right);
  const position = (sorted.length - 1) * fraction;
  const below = sorted[Math.floor(position)]!;
  const above = sorted[Math.ceil(position)]!;
  return below + (above - below) * (position - Math.floor(position));
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}
