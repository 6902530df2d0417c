import { describe, expect, it } from "vitest";
import { fitView, panView, zoomView } from "./shared-view";

describe("the view of compared pictures", () => {
  it("shows at least the whole picture and magnifies up to eight times", () => {
    expect(zoomView(fitView, 0.5)).toEqual(fitView);
    expect(zoomView(fitView, 100).scale).toBe(8);
  });

  it("moves no farther than to the edge of the picture", () => {
    expect(panView(fitView, 0.4, -0.4)).toEqual(fitView);
    expect(panView(zoomView(fitView, 2), 3, -0.2)).toEqual({ scale: 2, x: 0.5, y: -0.2 });
  });

  it("keeps what is in the middle there while it is magnified, and returns to the whole picture", () => {
    const moved = panView(zoomView(fitView, 2), 0.25, 0.1);
    expect(zoomView(moved, 2)).toEqual({ scale: 4, x: 0.5, y: 0.2 });
    expect(zoomView(moved, 0.1)).toEqual(fitView);
  });
});
