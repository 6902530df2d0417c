import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { isTerminal } from "@/lib/generations/record/states";
import type { Part } from "./plan-torture";

/** A request as the sandbox recorded it; sandbox/state/ledger.ts. */
export interface LedgerEntry {
  requestId: string | null;
  method: string;
  path: string;
  /** Epoch milliseconds, by the clock of this machine. */
  at: number;
  /** Undefined where the sandbox was killed while it handled the request. */
  outcome?: string;
  /** Undefined for free requests, and where there is no outcome. */
  billed?: boolean;
}

/** A row of the table Attempt. */
export interface AttemptRow {
  generationId: string;
  state: string;
}

export interface Kill {
  part: Part;
  /** Epoch milliseconds. */
  at: number;
}

/** What the studio and the service say about the same requests. */
export interface Evidence {
  generations: readonly GenerationDto[];
  attempts: readonly AttemptRow[];
  ledger: readonly LedgerEntry[];
  kills: readonly Kill[];
}

/** The children of a killed launcher end within this time. */
const graceMs = 5_000;

/** Answers that left the sandbox whole, or as far as the studio needs them to know what came of the request. */
const clearAnswer = /^(delivered$|refused:)/;

/** Compares what the studio says of each generation with the service's bill. Returns what is wrong, as sentences. */
export function judgeBill(evidence: Evidence): string[] {
  const attempts = Map.groupBy(evidence.attempts, ({ generationId }) => generationId);
  // The endpoints that take a request of a generation by POST are those that bill it.
  const sent = Map.groupBy(
    evidence.ledger.filter(({ method }) => method === "POST"),
    ({ requestId }) => requestId,
  );
  return evidence.generations.flatMap((generation) => {
    const { id, generator, state, error } = generation;
    const entries = (sent.get(id) ?? []).toSorted((one, other) => one.at - other.at);
    const left = (attempts.get(id) ?? []).filter((row) => row.state !== "prepared" && row.state !== "unsent");
    // The request of the last attempt may have got lost on its way.
    const last = entries.length < left.length ? undefined : entries.at(-1);
    const problems = [
      ...judgeRequests(entries, left.length),
      ...judgeEnd(generation, entries.filter(({ billed }) => billed).length),
      ...(state === "unknown" ? judgeUnknown(generation, last, evidence.kills) : []),
    ];
    return problems.map(
      (problem) => `${generator} ${id} (${state}, ${error?.code ?? "no error"}) ${problem}`,
    );
  });
}

function judgeRequests(entries: readonly LedgerEntry[], left: number): string[] {
  const problems: string[] = [];
  const billed = entries.filter((entry) => entry.billed).length;
  if (billed > 1) problems.push(`was billed ${billed} times`);
  const repeated = entries.slice(0, -1).filter(({ outcome }) => !outcome?.startsWith("refused:"));
  for (const { outcome } of repeated) {
    problems.push(`was sent again after a request that may have been billed (${outcome ?? "no outcome"})`);
  }
  if (entries.length > left) problems.push(`was sent ${entries.length} times in ${left} attempts`);
  return problems;
}

function judgeEnd({ state, error, counts, outputs }: GenerationDto, billed: number): string[] {
  const problems: string[] = [];
  const expect = (holds: boolean, problem: string) => {
    if (!holds) problems.push(problem);
  };
  expect(isTerminal(state), "has not ended");
  expect(counts.storing === 0 || !isTerminal(state), "has ended and is still being stored");
  // Narrations have subtitles, too, which are not counted.
  expect(outputs.length >= counts.stored + counts.partial, "shows fewer results than it counts");
  if (state === "succeeded") {
    expect(billed === 1, "succeeded without a bill");
    expect(counts.stored > 0, "succeeded without a result");
  }
  if (state === "cancelled") expect(billed === 0, "was cancelled and billed");
  if (state === "failed") {
    expect(error !== null, "failed without an error");
    expect(error?.made !== "nothing" || billed === 0, "says that nothing was made, and was billed");
  }
  return problems;
}

/** `unknown` is true only where the answer reached nobody. */
function judgeUnknown(
  { startedAt, finishedAt }: GenerationDto,
  last: LedgerEntry | undefined,
  kills: readonly Kill[],
): string[] {
  const from = (startedAt ? Date.parse(startedAt) : 0) - graceMs;
  const until = finishedAt ? Date.parse(finishedAt) : Infinity;
  const wasKilled = (...parts: Part[]) =>
    kills.some(({ part, at }) => parts.includes(part) && at >= from && at <= until);
  if (!last) {
    if (wasKilled("worker", "sandbox", "launcher")) return [];
    return ["is unknown although no request arrived and nothing was killed"];
  }
  // All children of a killed launcher end: the sandbox may record an answer and close the connection before it leaves.
  if (!clearAnswer.test(last.outcome ?? "") || wasKilled("worker", "launcher")) return [];
  return [`is unknown although the service answered (${last.outcome})`];
}
