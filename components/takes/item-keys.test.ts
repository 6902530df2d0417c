import { describe, expect, it } from "vitest";
import { readItemKey } from "./item-keys";

const plain = { id: "item", version: 1 };
const press = (key: string, held: { ctrlKey?: true; shiftKey?: true } = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

describe("the keys of an item", () => {
  it("mark it and remove the mark", () => {
    expect(readItemKey(press("s"), plain)).toEqual({ favourite: true });
    expect(readItemKey(press("s"), { ...plain, favourite: true })).toEqual({ favourite: false });
  });

  it.each([0, 1, 2, 3, 4, 5])("rate it with %i stars", (rating) => {
    expect(readItemKey(press(String(rating)), plain)).toEqual({ rating });
  });

  it("move it to the trash, once", () => {
    expect(readItemKey(press("Delete"), plain)).toEqual({ trashed: true });
    expect(readItemKey(press("Delete"), { ...plain, deletedAt: "2026-11-21T10:00:00.000Z" })).toBeNull();
  });

  it.each([press("6"), press("d"), press("s", { ctrlKey: true }), press("3", { ctrlKey: true })])(
    "leave other keys alone: $key",
    (other) => {
      expect(readItemKey(other, plain)).toBeNull();
    },
  );
});
