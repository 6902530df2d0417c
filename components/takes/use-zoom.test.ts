import { expect, it } from "vitest";
import { stepZoom } from "./use-zoom";

it("steps from the whole picture to four times its size and stays at the ends", () => {
  expect(stepZoom("fit", 1)).toBe(1);
  expect(stepZoom(1, 1)).toBe(2);
  expect(stepZoom(4, 1)).toBe(4);
  expect(stepZoom(1, -1)).toBe("fit");
  expect(stepZoom("fit", -1)).toBe("fit");
});
