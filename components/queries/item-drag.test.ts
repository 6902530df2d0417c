import { expect, it } from "vitest";
import { hasItems, hasText, isDragging, readItemDrag, writeItemDrag } from "./item-drag";

/** What a browser gives to what is dragged over: types, and data at the drop. */
class FakeTransfer {
  effectAllowed = "uninitialized";
  #data = new Map<string, string>();
  get types() {
    return [...this.#data.keys()];
  }
  setData(type: string, text: string) {
    this.#data.set(type.toLowerCase(), text);
  }
  getData(type: string) {
    return this.#data.get(type) ?? "";
  }
}
const open = () => new FakeTransfer() as unknown as DataTransfer;

it("tells the kind and generator of a single item before the drop", () => {
  const transfer = open();
  writeItemDrag(transfer, { ids: ["a"], count: 1 }, { kind: "image", generator: "image" });
  expect(hasItems(transfer)).toBe(true);
  expect(isDragging(transfer, "kind", "image")).toBe(true);
  expect(isDragging(transfer, "generator", "image")).toBe(true);
  expect(isDragging(transfer, "kind", "audio")).toBe(false);
  expect(readItemDrag(transfer)).toEqual({ ids: ["a"], count: 1 });
});

it("gives several items, or those of a list, without facts", () => {
  const transfer = open();
  const dragged = { filter: { kind: "image" }, exceptIds: ["b"], count: 1_240, sort: "title" };
  writeItemDrag(transfer, dragged);
  expect(isDragging(transfer, "kind", "image")).toBe(false);
  expect(readItemDrag(transfer)).toEqual(dragged);
});

it("reads nothing from other drags", () => {
  const transfer = open();
  transfer.setData("text/plain", "a");
  expect([hasItems(transfer), hasText(transfer), readItemDrag(transfer)]).toEqual([false, true, null]);
  transfer.setData("text/uri-list", "https://example.test");
  expect(hasText(transfer)).toBe(false);
});
