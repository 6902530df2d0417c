import { expect, it } from "vitest";
import { findCounterpart, offerCounterpart } from "./counterparts";
import { makeTrack } from "./testing/make-player";

it("offers a counterpart as long as a page shows it", () => {
  const [first, second] = [makeTrack("original"), makeTrack("original")];
  const takeBackFirst = offerCounterpart("cover", first);
  expect(findCounterpart("cover")).toBe(first);
  const takeBackSecond = offerCounterpart("cover", second);
  takeBackFirst();
  expect(findCounterpart("cover")).toBe(second);
  takeBackSecond();
  expect(findCounterpart("cover")).toBeNull();
  expect(findCounterpart(undefined)).toBeNull();
});
