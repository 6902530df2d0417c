/** What Next says while it builds, and what that is to somebody who waits; in their order. */
const steps: [RegExp, string][] = [
  [/Creating an optimized production build/, "compiling the pages"],
  [/Compiled successfully|Running TypeScript|Linting/, "checking the pages"],
  [/Collecting page data/, "collecting the pages"],
  [/Generating static pages|Finalizing page/, "writing the pages"],
];

export interface BuildProgress {
  /** What the build wrote last. */
  read(output: string): void;
  stop(): void;
}

/** Says from time to time that a build goes on, how long it has taken and what it does: silence looks like a fault. */
export function tellBuildProgress({
  say,
  everyMs = 15_000,
}: {
  say: (line: string) => void;
  everyMs?: number;
}): BuildProgress {
  const startedAt = performance.now();
  let doing = "starting";
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    say(`  still building after ${seconds} s: ${doing}`);
  }, everyMs);
  return {
    read(output) {
      for (const [pattern, words] of steps) if (pattern.test(output)) doing = words;
    },
    stop: () => clearInterval(timer),
  };
}
