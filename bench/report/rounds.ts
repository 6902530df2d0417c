type Results<Sides extends Record<string, (round: number) => Promise<unknown>>> = {
  [Name in keyof Sides]: Awaited<ReturnType<Sides[Name]>>[];
};

/**
 * Runs each side once per round, in turns, so that other load on the machine affects all sides alike. The results of
 * the first `warmUp` rounds are left out.
 */
export async function inTurns<Sides extends Record<string, (round: number) => Promise<unknown>>>(
  { rounds, warmUp = 0 }: { rounds: number; warmUp?: number },
  sides: Sides,
): Promise<Results<Sides>> {
  const results = Object.fromEntries(
    Object.keys(sides).map((name): [string, unknown[]] => [name, []]),
  ) as Results<Sides>;
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const name in sides) {
      const result = await sides[name]!(round);
      if (round >= 0) results[name].push(result as Awaited<ReturnType<Sides[typeof name]>>);
    }
  }
  return results;
}

export async function timeIt<Result>(run: () => Promise<Result>): Promise<{ result: Result; ms: number }> {
  const startedAt = performance.now();
  const result = await run();
  return { result, ms: performance.now() - startedAt };
}
