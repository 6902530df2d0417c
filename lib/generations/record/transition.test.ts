import { describe, expect, it } from "vitest";
import { generationStates, isTerminal } from "./states";
import { statesBefore, transition, type GenerationEvent } from "./transition";

const events: GenerationEvent[] = [
  "claim",
  "requeue",
  "send",
  "accept",
  "deliver",
  "complete",
  "fail",
  "lose",
  "cancel",
];

/** The whole table, written out a second time so that a change of one side is noticed. */
const allowed = new Set([
  "queued claim starting",
  "queued cancel cancelled",
  "queued fail failed",
  "starting requeue queued",
  "starting send running",
  "starting fail failed",
  "starting cancel cancelled",
  "running accept running",
  "running requeue queued",
  "running deliver storing",
  "running complete succeeded",
  "running fail failed",
  "running lose unknown",
  "storing deliver storing",
  "storing complete succeeded",
  "storing fail failed",
  "unknown accept running",
  "unknown deliver storing",
  "unknown complete succeeded",
]);

describe("transition", () => {
  for (const state of generationStates) {
    for (const event of events) {
      it(`${state} on ${event}`, () => {
        const next = transition(state, event);
        const row = [...allowed].find((line) => line.startsWith(`${state} ${event} `));
        expect(next).toBe(row ? row.split(" ")[2] : null);
      });
    }
  }

  it("never leaves a terminal state but unknown", () => {
    for (const state of generationStates.filter((each) => isTerminal(each) && each !== "unknown")) {
      for (const event of events) expect(transition(state, event)).toBeNull();
    }
  });

  it("lists the states before an event", () => {
    expect(statesBefore("cancel")).toEqual(["queued", "starting"]);
    expect(statesBefore("lose")).toEqual(["running"]);
  });
});
