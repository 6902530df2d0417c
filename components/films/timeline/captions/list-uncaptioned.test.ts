import { expect, it } from "vitest";
import { makeCaption, makePiece } from "@/lib/films/testing/make-shots";
import { listUncaptioned } from "./list-uncaptioned";

it("lists the voices without a caption over them, by time", () => {
  const [late, early, music] = [
    makePiece({ atMs: 5_000 }),
    makePiece({ atMs: 1_000 }),
    makePiece({ track: "score" }),
  ];
  const sounds = [late, early, music];
  expect(listUncaptioned({ sounds, captions: [] })).toEqual([early, late]);
  // A caption that only touches it is another one's.
  const touching = makeCaption({ atMs: 2_000, lengthMs: 3_000 });
  expect(listUncaptioned({ sounds, captions: [touching] })).toEqual([early, late]);
  const over = makeCaption({ atMs: 1_999, lengthMs: 3_000 });
  expect(listUncaptioned({ sounds, captions: [over] })).toEqual([late]);
});
