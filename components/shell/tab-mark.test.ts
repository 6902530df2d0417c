import { expect, it } from "vitest";
import { countInTitle } from "./tab-mark";

it("counts in front of the title, once, and not at all for nothing", () => {
  expect(countInTitle("Library · Reverie", 2)).toBe("(2) Library · Reverie");
  expect(countInTitle("(2) Library · Reverie", 13)).toBe("(13) Library · Reverie");
  expect(countInTitle("(13) Library · Reverie", 0)).toBe("Library · Reverie");
  expect(countInTitle("(A) song", 0)).toBe("(A) song");
});
