import { describe, expect, it } from "vitest";
import { fitView, followFingers, panView, wheelFactor, zoomView } from "./shared-view";

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

  it("keeps what is under the pointer there", () => {
    const at = { x: 0.25, y: -0.5 };
    const zoomed = zoomView(fitView, 2, at);
    expect(zoomed).toEqual({ scale: 2, x: -0.25, y: 0.5 });
    // The same spot of the picture is at the pointer after both steps.
    expect(zoomView(zoomed, 1.5, at)).toEqual({ scale: 3, x: -0.5, y: 1 });
    expect(zoomView(zoomed, 0.5, at)).toEqual(fitView);
  });

  it("zooms by small turns of a wheel, by at most half, and back to exactly the whole picture", () => {
    const slow = zoomView(fitView, wheelFactor(-0.5));
    expect(slow.scale).toBeGreaterThan(1);
    expect(zoomView(slow, wheelFactor(0.5))).toEqual(fitView);
    expect(wheelFactor(-120)).toBeCloseTo(1.5, 1);
    expect(wheelFactor(-120)).toBe(wheelFactor(-4_000));
    let view = fitView;
    for (const delta of [-30, -30, -30, 30, 30, 30]) view = zoomView(view, wheelFactor(delta));
    expect(view).toEqual(fitView);
  });

  it("follows one finger", () => {
    const view = zoomView(fitView, 3);
    expect(followFingers(view, [{ x: 0, y: 0 }], [{ x: 0.2, y: -0.1 }], 1)).toEqual({
      scale: 3,
      x: 0.2,
      y: -0.1,
    });
  });

  it("magnifies by the distance of two fingers, in a frame of any shape, and moves with them", () => {
    const [left, right] = [
      { x: -0.1, y: 0.2 },
      { x: 0.1, y: 0.2 },
    ];
    const apart = followFingers(
      fitView,
      [left, right],
      [
        { x: -0.2, y: 0.2 },
        { x: 0.2, y: 0.2 },
      ],
      2,
    );
    expect(apart.scale).toBe(2);
    expect(apart.y).toBeCloseTo(-0.2);
    // In a frame twice as wide as high, 0.2 of the width are as far as 0.4 of the height.
    const turned = followFingers(
      { scale: 2, x: 0, y: 0 },
      [left, right],
      [
        { x: 0.1, y: 0 },
        { x: 0.1, y: 0.4 },
      ],
      2,
    );
    expect(turned).toEqual({ scale: 2, x: 0.1, y: 0 });
  });
});
