import { expect, it } from "vitest";
import { compareItemsAddress, readComparedItems } from "./compare-address";

const id = (last: number) => `01900000-0000-7000-8000-00000000000${last}`;

it("names items in the address, each once and at most four", () => {
  const ids = [1, 2, 3, 4].map(id);
  const items = new URL(compareItemsAddress(ids), "http://studio").searchParams.get("items")!;
  expect(readComparedItems(items)).toEqual({ ids, wrong: 0 });
  expect(readComparedItems([...ids, ...ids, id(5)].join())).toEqual({ ids, wrong: 0 });
});

it("counts what is no item", () => {
  expect(readComparedItems(`${id(1)},nonsense`)).toEqual({ ids: [id(1)], wrong: 1 });
  expect(readComparedItems("")).toEqual({ ids: [], wrong: 0 });
});
