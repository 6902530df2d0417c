import { describe, expect, it } from "vitest";
import { countSelected, listAdded, sortAsLoaded, sumBytes, toChosenItems, toFilters } from "./chosen-items";
import {
  deselectItems,
  emptySelection,
  everything,
  isSelected,
  listRange,
  selectItems,
  selectRange,
  toggle,
  toggleAll,
  type SelectedItem,
  type Selection,
} from "./selection";

const [a, b, c, d, e] = ["a", "b", "c", "d", "e"].map((id, index): SelectedItem => ({
  id,
  generationId: id,
  kind: "image",
  bytes: 10 ** index,
  favourite: false,
})) as [SelectedItem, SelectedItem, SelectedItem, SelectedItem, SelectedItem];
const loaded = [a, b, c, d, e];
const ids = (selection: Selection) =>
  loaded.filter(({ id }) => isSelected(selection, id)).map(({ id }) => id);

describe("some items", () => {
  it("are toggled one by one, counted and summed", () => {
    const two = toggle(toggle(emptySelection, a), c);
    expect([ids(two), countSelected(two, 5), sumBytes(two)]).toEqual([["a", "c"], 2, 101]);
    expect(ids(toggle(two, a))).toEqual(["c"]);
    expect(emptySelection.items.size).toBe(0);
  });

  it.each([
    ["forwards", b, "d", ["b", "c", "d"]],
    ["backwards", d, "b", ["b", "c", "d"]],
    ["to itself", c, "c", ["c"]],
  ])("are selected in a range %s, the end of which is the next anchor", (_title, from, to, expected) => {
    const ranged = selectRange(toggle(emptySelection, from), loaded, to);
    expect([ids(ranged), ranged.anchorId]).toEqual([expected, to]);
  });

  it("are selected from the target alone where the anchor is not loaded any more", () => {
    const anchored = { ...emptySelection, anchorId: "gone" };
    expect(listRange(anchored, loaded, "b")).toEqual([b]);
    expect(listRange(anchored, loaded, "gone too")).toEqual([]);
  });

  it.each([
    ["forwards, without those that are selected", b, "e", ["c", "e"]],
    ["backwards", d, "a", ["a", "c"]],
    ["to the item it begins from, with nothing", b, "b", []],
  ])("are listed before a range selects them: %s", (_title, from, to, expected) => {
    const selection = { ...selectItems(emptySelection, [b, d]), anchorId: from.id };
    expect(listAdded(selection, loaded, to).map(({ id }) => id)).toEqual(expected);
  });

  it("are not listed before anything was chosen", () => {
    expect(listAdded(emptySelection, loaded, "c")).toEqual([]);
  });

  it("stay known when their page is dropped", () => {
    const both = selectItems(toggle(emptySelection, a), [d, e]);
    const range = selectRange(both, [b, c], "c");
    expect(toChosenItems(range, {})).toEqual({ ids: ["a", "d", "e", "c"] });
  });

  it("are selected together, and deselected once all of them are", () => {
    const day = [b, c];
    const one = toggle(emptySelection, b);
    const both = toggleAll(one, day);
    expect(ids(both)).toEqual(["b", "c"]);
    expect(ids(toggleAll(both, day))).toEqual([]);
    expect(ids(deselectItems(both, [c]))).toEqual(["b"]);
  });
});

describe("everything", () => {
  it("is all of the list but what was deselected, with no known size", () => {
    const most = toggle(everything, b);
    expect([ids(most), countSelected(most, 1_240), sumBytes(most)]).toEqual([
      ["a", "c", "d", "e"],
      1_239,
      null,
    ]);
    expect(toChosenItems(most, { kind: "image" })).toEqual({ filter: { kind: "image" }, exceptIds: ["b"] });
    expect(toChosenItems(toggle(most, b), {})).toEqual({ filter: {} });
  });

  it("gets deselected items back by a range", () => {
    const most = deselectItems(everything, [b, c, d]);
    expect(ids(selectRange({ ...most, anchorId: "b" }, loaded, "c"))).toEqual(["a", "b", "c", "e"]);
  });

  it("is never fewer than none, also when the list has shrunk", () => {
    expect(countSelected(deselectItems(everything, [a, b]), 1)).toBe(0);
  });
});

it("names the list that is shown by its filters", () => {
  expect(toFilters({ q: "waltz", rating: 3, trash: undefined, sort: "rating" })).toEqual({
    q: "waltz",
    rating: "3",
  });
  expect(toFilters({ sort: "longest" })).toEqual({ minSeconds: "0" });
  expect(toFilters({ sort: "shortest", minSeconds: 60 })).toEqual({ minSeconds: "60" });
});

it("lists selected items in the order of the list, and those that are not loaded any more last", () => {
  const selection = selectItems(emptySelection, [e, b, { ...a, id: "gone" }, a]);
  expect(sortAsLoaded(selection, loaded)).toEqual(["a", "b", "e", "gone"]);
});
