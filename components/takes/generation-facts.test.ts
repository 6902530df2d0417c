import { describe, expect, it } from "vitest";
import { clampAspect } from "./clamp-aspect";
import { expectedAspect, madeInSeconds, mainResult, resultSlots } from "./generation-facts";
import { withoutTrash } from "@/components/queries/shown-results";
import { makeGeneration, makeOutput } from "@/lib/generations/testing/make-generation";

const reasons = (generation: Parameters<typeof resultSlots>[0]) =>
  resultSlots(generation).map((slot) => (slot.kind === "output" ? slot.output.index : slot.reason));
const counts = { expected: 4, stored: 0, storing: 0, blocked: 0, failed: 0, partial: 0 };

describe("resultSlots", () => {
  it("has a place for each picture asked for before any is there", () => {
    expect(reasons(makeGeneration({ state: "queued" }))).toEqual([
      "waiting",
      "waiting",
      "waiting",
      "waiting",
    ]);
    expect(reasons(makeGeneration({ state: "starting" }))[0]).toBe("starting");
    expect(reasons(makeGeneration())).toEqual(["making", "making", "making", "making"]);
  });

  it("fills in place, and says which are being stored", () => {
    const generation = makeGeneration({
      state: "storing",
      outputs: [makeOutput(0), makeOutput(2)],
      counts: { ...counts, stored: 2, storing: 1, blocked: 1 },
    });
    expect(reasons(generation)).toEqual([0, "storing", 2, "blocked"]);
  });

  it("tells what was held back from what could not be had", () => {
    const generation = makeGeneration({
      state: "succeeded",
      outputs: [makeOutput(0), makeOutput(1)],
      counts: { ...counts, stored: 2, blocked: 1, failed: 1 },
    });
    expect(reasons(generation)).toEqual([0, 1, "failed", "blocked"]);
  });

  it("does not guess why something is missing", () => {
    const generation = makeGeneration({ state: "succeeded", outputs: [makeOutput(0)], counts });
    expect(reasons(generation)).toEqual([0, "missing", "missing", "missing"]);
  });

  it("has no place for a result in the trash", () => {
    const item = { id: "item", version: 2, deletedAt: "2026-11-21T10:00:00.000Z" };
    const generation = makeGeneration({
      state: "succeeded",
      outputs: [makeOutput(0), makeOutput(1, { item }), makeOutput(3)],
      counts: { ...counts, stored: 3, blocked: 1 },
    });
    expect(reasons(withoutTrash(generation))).toEqual([0, "blocked", 3]);
  });

  it("keeps results beyond what was asked for", () => {
    const generation = makeGeneration({
      state: "succeeded",
      outputs: [makeOutput(0), makeOutput(1)],
      counts: { ...counts, expected: 1, stored: 2 },
    });
    expect(reasons(generation)).toEqual([0, 1]);
  });
});

describe("expectedAspect", () => {
  it("lets an aspect ratio win over a size, as the service does", () => {
    const input = { aspect_ratio: "16:9", width: 512, height: 512 };
    expect(expectedAspect({ input, outputs: [] }, { produces: "picture" })).toBeCloseTo(16 / 9);
  });

  it("takes the size, then the first result, then a square", () => {
    expect(
      expectedAspect({ input: { width: 1024, height: 512 }, outputs: [] }, { produces: "picture" }),
    ).toBe(2);
    expect(expectedAspect({ input: {}, outputs: [makeOutput(0)] }, { produces: "picture" })).toBe(1.5);
    expect(expectedAspect({ input: {}, outputs: [] }, { produces: "picture" })).toBe(1);
    expect(expectedAspect({ input: {}, outputs: [] }, { produces: "video" })).toBe(16 / 9);
  });
});

describe("madeInSeconds", () => {
  it("is known at the end only", () => {
    expect(madeInSeconds(makeGeneration())).toBeNull();
    expect(madeInSeconds(makeGeneration({ finishedAt: "2026-11-21T09:00:12.500Z" }))).toBe(11.5);
  });
});

describe("mainResult", () => {
  it("is the only one, or the only sound", () => {
    const picture = makeOutput(0);
    expect(mainResult({ outputs: [picture] })).toBe(picture);
    expect(mainResult({ outputs: [picture, makeOutput(1)] })).toBeUndefined();
    const sound = makeOutput(0, { role: "audio" });
    expect(mainResult({ outputs: [sound, makeOutput(0, { role: "subtitle" })] })).toBe(sound);
    expect(mainResult({ outputs: [sound, makeOutput(1, { role: "audio" })] })).toBeUndefined();
    expect(mainResult({ outputs: [] })).toBeUndefined();
  });
});

describe("clampAspect", () => {
  it("limits very wide and narrow pictures", () => {
    expect(clampAspect(9)).toBe(2.4);
    expect(clampAspect(0.1)).toBe(0.6);
    expect(clampAspect(Number.NaN)).toBe(1);
  });
});
