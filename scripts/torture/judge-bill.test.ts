import { describe, expect, it } from "vitest";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { makeGeneration, makeOutput } from "@/lib/generations/testing/make-generation";
import { type Evidence, judgeBill, type Kill, type LedgerEntry } from "./judge-bill";

const startedAt = "2026-11-21T09:00:00.000Z";
const finishedAt = "2026-11-21T09:00:10.000Z";
const second = (seconds: number) => Date.parse(startedAt) + seconds * 1_000;

const counts = { expected: 1, stored: 0, storing: 0, blocked: 0, failed: 0, partial: 0 };
const ended = (state: GenerationDto["state"], code?: string, made: "nothing" | "unknown" = "unknown") =>
  makeGeneration({
    state,
    counts: { ...counts, stored: state === "succeeded" ? 1 : 0 },
    outputs: state === "succeeded" ? [makeOutput(0)] : [],
    error: code ? { code, made, message: "", action: "" } : null,
    startedAt,
    finishedAt,
  });

const sent = (outcome: string | undefined, changes: Partial<LedgerEntry> = {}): LedgerEntry => ({
  requestId: makeGeneration().id,
  method: "POST",
  path: "/v1/image_generation",
  at: second(1),
  ...(outcome === undefined ? {} : { outcome, billed: outcome === "delivered" }),
  ...changes,
});

const killed = (part: Kill["part"], seconds: number): Kill => ({ part, at: second(seconds) });

/** Judges one generation, with as many attempts as requests. */
const judge = (generation: GenerationDto, ledger: LedgerEntry[], changes: Partial<Evidence> = {}) =>
  judgeBill({
    generations: [generation],
    ledger,
    attempts: ledger.map(() => ({ generationId: generation.id, state: "answered" })),
    kills: [],
    ...changes,
  }).map((problem) => problem.replace(/^.*\) /, ""));

describe("the comparison with the bill", () => {
  it("accepts honest ends", () => {
    expect(judge(ended("succeeded"), [sent("delivered")])).toEqual([]);
    expect(judge(ended("succeeded"), [sent("refused:1002"), sent("delivered", { at: second(3) })])).toEqual(
      [],
    );
    expect(judge(ended("failed", "service.sensitive", "nothing"), [sent("refused:1026")])).toEqual([]);
    expect(judge(ended("cancelled"), [])).toEqual([]);
    expect(judge(ended("unknown", "service.connection"), [sent("dropped-after", { billed: true })])).toEqual(
      [],
    );
    expect(judge(ended("unknown", "service.connection"), [sent(undefined)])).toEqual([]);
  });

  it("ignores free requests of the same generation", () => {
    const poll = sent("delivered", { method: "GET", at: second(5) });
    expect(judge(ended("succeeded"), [sent("delivered"), poll])).toEqual([]);
  });

  it.each<[string, GenerationDto, LedgerEntry[], Partial<Evidence>?]>([
    ["has not ended", makeGeneration({ state: "running" }), []],
    ["was billed 2 times", ended("succeeded"), [sent("delivered"), sent("delivered", { at: second(3) })]],
    [
      "was sent again after a request that may have been billed (dropped-after)",
      ended("succeeded"),
      [sent("dropped-after"), sent("delivered", { at: second(3) })],
    ],
    [
      "was sent again after a request that may have been billed (no outcome)",
      ended("succeeded"),
      [sent(undefined), sent("delivered", { at: second(3) })],
    ],
    [
      "was sent 1 times in 0 attempts",
      ended("succeeded"),
      [sent("delivered")],
      { attempts: [{ generationId: makeGeneration().id, state: "unsent" }] },
    ],
    ["succeeded without a bill", ended("succeeded"), []],
    ["succeeded without a result", { ...ended("succeeded"), counts, outputs: [] }, [sent("delivered")]],
    ["shows fewer results than it counts", { ...ended("succeeded"), outputs: [] }, [sent("delivered")]],
    [
      "has ended and is still being stored",
      { ...ended("succeeded"), counts: { ...counts, stored: 1, storing: 1 } },
      [sent("delivered")],
    ],
    ["was cancelled and billed", ended("cancelled"), [sent("delivered")]],
    ["failed without an error", ended("failed"), [sent("refused:1026")]],
    [
      "says that nothing was made, and was billed",
      ended("failed", "service.sensitive", "nothing"),
      [sent("delivered")],
    ],
    [
      "is unknown although the service answered (delivered)",
      ended("unknown", "generation.interrupted"),
      [sent("delivered")],
    ],
    [
      "is unknown although the service answered (refused:1026)",
      ended("unknown", "generation.interrupted"),
      [sent("refused:1026")],
      { kills: [killed("worker", -10), killed("web", 3), killed("worker", 20)] },
    ],
    [
      "is unknown although no request arrived and nothing was killed",
      ended("unknown", "generation.interrupted"),
      [],
      { kills: [killed("web", 3)] },
    ],
  ])("reports what %s", (problem, generation, ledger, changes) => {
    expect(judge(generation, ledger, changes)).toContain(problem);
  });

  it("accepts an unknown end of a request whose answer a kill took away", () => {
    const lost = ended("unknown", "generation.interrupted");
    expect(judge(lost, [sent("delivered")], { kills: [killed("worker", 2)] })).toEqual([]);
    expect(judge(lost, [sent("refused:2013")], { kills: [killed("launcher", 2)] })).toEqual([]);
    expect(judge(lost, [], { kills: [killed("sandbox", 2)] })).toEqual([]);
    const attempts = ["refused", "unknown"].map((state) => ({ generationId: lost.id, state }));
    const kills = [killed("sandbox", 2)];
    expect(judge(lost, [sent("refused:1002")], { attempts, kills })).toEqual([]);
  });
});
