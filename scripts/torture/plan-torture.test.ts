import { describe, expect, it } from "vitest";
import { generators } from "@/generators/registry";
import { parts, planTorture, storageFaults } from "./plan-torture";

const uploads = { picture: "a", sound: "b" };

describe("the plan of a torture", () => {
  it("is the same for the same seed and another for another seed", () => {
    const plan = planTorture({ kills: 20, seed: 7, uploads });
    expect(planTorture({ kills: 20, seed: 7, uploads })).toEqual(plan);
    expect(planTorture({ kills: 20, seed: 8, uploads })).not.toEqual(plan);
  });

  it("begins in the same way however long it is", () => {
    const plan = planTorture({ kills: 12, seed: 7, uploads });
    expect(plan).toHaveLength(12);
    expect(planTorture({ kills: 5, seed: 7, uploads })).toEqual(plan.slice(0, 5));
  });

  it("kills every process and breaks storage in both ways within five kills", () => {
    for (let seed = 0; seed < 20; seed += 1) {
      const plan = planTorture({ kills: 5, seed, uploads });
      expect(plan.map(({ kill }) => kill).toSorted()).toEqual(parts.toSorted());
      expect(plan.flatMap(({ storage }) => storage ?? []).toSorted()).toEqual(storageFaults.toSorted());
    }
  });

  it("uses every generator and never a number twice", () => {
    const requests = planTorture({ kills: 100, seed: 1, uploads }).flatMap((step) => step.requests);
    expect(new Set(requests.map(({ generator }) => generator))).toEqual(
      new Set(generators.map(({ id }) => id)),
    );
    expect(new Set(requests.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(requests.length);
  });
});
