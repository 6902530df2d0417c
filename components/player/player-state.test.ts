import { expect, it } from "vitest";
import { orderComparison } from "./player-state";
import type { Track } from "./track";

const track = (id: string, changes: Partial<Track> = {}): Track => ({
  id,
  generationId: id,
  outputIndex: 0,
  title: "Harbour lights",
  url: `/api/media/${id}`,
  mimeType: "audio/mpeg",
  ...changes,
});
const sides = (current: Track, other: Track) => {
  const { a, b } = orderComparison(current, other);
  return [a.id, b.id];
};
const older = track("older", { createdAt: "2026-11-21T09:00:00.000Z" });
const newer = track("newer", { createdAt: "2026-11-21T09:00:01.000Z" });

it("makes the older track A, whichever is current", () => {
  expect(sides(newer, older)).toEqual(["older", "newer"]);
  expect(sides(older, newer)).toEqual(["older", "newer"]);
});

it("keeps the order of parts of a generation", () => {
  const parts = [0, 1].map((outputIndex) => ({ ...newer, id: `part ${outputIndex}`, outputIndex }));
  expect(sides(parts[1]!, parts[0]!)).toEqual(["part 0", "part 1"]);
});

it("makes the original of a cover A", () => {
  const brought: Track = { id: "brought", outputIndex: 0, title: "Waltz", url: "/a", mimeType: "audio/mpeg" };
  expect(sides(newer, brought)).toEqual(["brought", "newer"]);
  expect(sides(brought, newer)).toEqual(["brought", "newer"]);
});

it("makes the current track A if times are unknown", () => {
  expect(sides(track("original"), newer)).toEqual(["original", "newer"]);
  expect(sides(newer, track("original"))).toEqual(["newer", "original"]);
});
