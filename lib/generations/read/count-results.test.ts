import { expect, it } from "vitest";
import { makeGeneration, makeOutput } from "../testing/make-generation";
import { countResults } from "./count-results";

it("counts pictures, and of sounds not the files about them", () => {
  expect(countResults(makeGeneration({ outputs: [0, 1, 2, 3].map((index) => makeOutput(index)) }))).toBe(4);
  const sound = makeOutput(0, { role: "audio", mimeType: "audio/mpeg" });
  const subtitles = makeOutput(0, { role: "subtitle", mimeType: "application/json" });
  expect(countResults({ outputs: [sound, subtitles] })).toBe(1);
  expect(countResults({ outputs: [] })).toBe(0);
});
