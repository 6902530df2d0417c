import { describe, expect, it } from "vitest";
import { chooseChain } from "./choose-chain";

describe("the way through what came of a generation", () => {
  it("leads nowhere where nothing came of it", () => {
    expect(chooseChain("root", [])).toEqual({ path: [], othersById: new Map() });
  });

  it("goes where it leads furthest, and of two alike to the newer one", () => {
    const rows = [
      { id: "new", parentId: "root", depth: 1 },
      { id: "old", parentId: "root", depth: 1 },
      { id: "newer-end", parentId: "old", depth: 2 },
      { id: "older-end", parentId: "old", depth: 2 },
    ];
    const { path, othersById } = chooseChain("root", rows);
    expect(path).toEqual(["old", "newer-end"]);
    expect(othersById).toEqual(
      new Map([
        ["old", ["new"]],
        ["newer-end", ["older-end"]],
      ]),
    );
  });
});
