import { expect, it } from "vitest";
import { filmAspects, filmDocumentSchema, makeFilm } from "./film-document";
import { findMoveKind, findWidestView, makeMove, measureZoom, moveView, zoomView } from "./pan-and-zoom";
import { makeShot } from "./testing/make-shots";

const pictures = [
  { width: 1280, height: 720 },
  { width: 720, height: 1280 },
  { width: 1000, height: 999 },
];
const itemId = "00000000-0000-4000-8000-00000000000a";

it("keeps the aspect of the film and stays within the picture", () => {
  for (const picture of pictures) {
    for (const aspect of filmAspects) {
      const [width = 1, height = 1] = aspect.split(":").map(Number);
      for (const kind of ["in", "out"] as const) {
        const move = makeMove(kind, picture, aspect)!;
        for (const view of [move.from, move.to, zoomView(move.to, 100), moveView(move.to, { x: 9, y: -9 })]) {
          expect((view.width * picture.width) / (view.height * picture.height)).toBeCloseTo(
            width / height,
            6,
          );
          const content = { kind: "picture" as const, itemId, move: { from: view, to: view } };
          const film = { ...makeFilm({ aspect, frameRate: 24 }), shots: [makeShot({ content })] };
          expect(filmDocumentSchema.safeParse(film).success).toBe(true);
        }
        expect(findMoveKind(move, picture, aspect)).toBe(kind);
      }
      expect(findMoveKind(null, picture, aspect)).toBe("off");
    }
  }
});

it("zooms around the middle, and no farther out than the picture", () => {
  const picture = pictures[0]!;
  const wide = findWidestView(picture, "16:9");
  expect(wide).toEqual({ x: 0, y: 0, width: 1, height: 1 });
  const close = zoomView(wide, 2);
  expect(close).toEqual({ x: 0.25, y: 0.25, width: 0.5, height: 0.5 });
  expect(measureZoom(close, picture, "16:9")).toBeCloseTo(2, 9);
  expect(zoomView(close, 0.1)).toEqual(wide);
  const own = { from: wide, to: moveView(close, { x: 0.1, y: 0 }) };
  expect(findMoveKind(own, picture, "16:9")).toBe("own");
});
