import { describe, expect, it } from "vitest";
import { SourceList } from "./asset-source-field";

const [one, two, three] = ["1", "2", "3"].map((assetId) => ({ assetId })) as [
  { assetId: string },
  { assetId: string },
  { assetId: string },
];

describe("SourceList", () => {
  it("keeps all sources added between two renders", () => {
    const list = new SourceList([one]);
    expect(list.add(two, 4)).toEqual([one, two]);
    expect(list.add(three, 4)).toEqual([one, two, three]);
    expect(list.remove(two)).toEqual([one, three]);
  });

  it("keeps the newest sources, each once", () => {
    const list = new SourceList([one, two]);
    expect(list.add({ ...one }, 2)).toEqual([two, one]);
    expect(list.add(three, 2)).toEqual([one, three]);
    expect(list.add(two, 1)).toEqual([two]);
  });

  it("takes over the value of the field", () => {
    const list = new SourceList([one]);
    list.sync([two]);
    expect(list.add({ url: "https://example.org/a.png" }, 3)).toEqual([
      two,
      { url: "https://example.org/a.png" },
    ]);
  });
});
