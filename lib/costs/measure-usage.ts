import type { ExpectedUsage, Quantities } from "./units";

interface Answer {
  expected: ExpectedUsage;
  /** What the service reported. */
  usage: Readonly<Record<string, unknown>> | null;
  facts: Readonly<Record<string, unknown>> | null;
  /** The results that it made, without what accompanies them, in any state. */
  results: readonly { durationSeconds: number | null }[];
}

/** The service's names for how long a sound is, in milliseconds (unshown.md, extra_info). */
const lengthNames = ["music_duration", "audio_length"] as const;

/**
 * What a request has used: what the service reported, else what its results show. Characters that it did not report are
 * those of the input. Pure.
 */
export function measureUsage({ expected, usage, facts, results }: Answer): Quantities {
  const made = results.length;
  const uses = (name: keyof ExpectedUsage) => expected[name] !== undefined;
  return {
    requests: 1,
    characters: uses("characters")
      ? (readCount(usage?.characters) ?? (made > 0 ? (expected.characters ?? null) : 0))
      : null,
    milliseconds: uses("milliseconds") ? (readLength(facts) ?? sumLengths(results, expected)) : null,
    images: uses("images") ? made : null,
    songs: uses("songs") ? made : null,
  };
}

function readLength(facts: Answer["facts"]): number | null {
  const told = facts?.extra_info;
  if (typeof told !== "object" || told === null) return null;
  const lengths = lengthNames.map((name) => readCount((told as Record<string, unknown>)[name]));
  return lengths.find((length) => length !== null) ?? null;
}

/** A result whose length could not be read has the length that was asked for. */
function sumLengths(results: Answer["results"], { milliseconds }: ExpectedUsage): number {
  return results.reduce(
    (sum, { durationSeconds }) =>
      sum + (durationSeconds === null ? (milliseconds ?? 0) : Math.round(durationSeconds * 1_000)),
    0,
  );
}

/** Columns hold whole numbers up to this one. */
const mostCounted = 2_147_483_647;

function readCount(value: unknown): number | null {
  return typeof value === "number" && value >= 0 && value <= mostCounted ? Math.round(value) : null;
}
