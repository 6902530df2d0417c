import { describe, expect, it } from "vitest";
import { chooseChain } from "./choose-chain";

describe("chooseChain", () => {
  it("returns nothing for a generation without descendants", () => {
    expect(chooseChain("root", [])).toEqual({ path: [], othersById: new Map() });
  });

  it("follows the longest branch, and the newer of two equal ones", () => {
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
