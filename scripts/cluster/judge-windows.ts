import type { LedgerEntry } from "../torture/judge-bill";

/** No window of the images' limit has more requests than it allows, whatever the clocks of the machines say. */
export function judgeWindows(
  ledger: readonly LedgerEntry[],
  { requests, windowMs }: { requests: number; windowMs: number },
): string[] {
  const times = ledger
    .filter(({ method, path: route }) => method === "POST" && route === "/v1/image_generation")
    .map(({ at }) => at)
    .toSorted((one, other) => one - other);
  return times.flatMap((at, index) => {
    const next = times[index + requests];
    if (next === undefined || next - at >= windowMs) return [];
    return [`${requests + 1} images were requested within ${next - at} ms`];
  });
}
