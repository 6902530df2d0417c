import { expect, it } from "vitest";
import { type Heard, judgeHeard } from "./listeners";

const sound = Buffer.from("the sound of the sea");
const part = sound.subarray(0, 9);
const wrong = Buffer.from("the sound of the bee");

const heard = (bytes: Buffer, isWhole: boolean): Heard => ({
  generationId: "1",
  machine: "a",
  bytes,
  isWhole,
});

it.each([
  ["all of it", [heard(sound, true)], sound, "succeeded", 0],
  ["a part before its web was killed", [heard(part, false), heard(sound, true)], sound, "succeeded", 0],
  ["more than a killed worker had stored", [heard(sound, true)], part, "failed", 0],
  ["a sound of which nothing was stored", [heard(sound, true), heard(part, false)], undefined, "failed", 0],
  ["the part that was there when another worker took over", [heard(part, true)], sound, "taken over", 0],
  ["less than is stored", [heard(part, true)], sound, "succeeded", 1],
  ["more than the whole sound", [heard(sound, true)], part, "succeeded", 1],
  ["other bytes", [heard(wrong, true)], sound, "succeeded", 1],
  ["other bytes than another listener", [heard(sound, true), heard(wrong, true)], undefined, "failed", 1],
] as const)("judges a listener that heard %s", (_what, all, stored, how, problems) => {
  const hasSucceeded = how === "succeeded" || how === "taken over";
  const generation = { stored, hasSucceeded, wasTakenOver: how === "taken over" };
  expect(judgeHeard(all, new Map([["1", generation]]))).toHaveLength(problems);
});
