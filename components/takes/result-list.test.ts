import { expect, it } from "vitest";
import { makeOutput } from "@/lib/generations/testing/make-generation";
import {
  findPosition,
  findShownItem,
  libraryOrder,
  readResultIndex,
  readResultList,
  toResultFilter,
  writeResultAddress,
} from "./result-list";

const id = "01900000-0000-7000-8000-000000000001";
const parentId = "01900000-0000-7000-8000-000000000002";
const readAddress = (address: string) => readResultList(new URL(address, "http://studio").searchParams);

it("writes the list into the address of a result, and reads it back", () => {
  const list = { ...libraryOrder, q: "fog", generator: "image", trash: "true" } as const;
  const address = writeResultAddress(id, { list, index: 2 });
  expect(address).toBe(`/library/${id}?q=fog&generator=image&trash=true&result=3`);
  expect(readAddress(address)).toEqual(list);
  expect(toResultFilter(list)).toEqual({ q: "fog", generator: "image", trash: true });
});

it("finds a result by its index, also after others were left out", () => {
  const make = (index: number) => makeOutput(index, { item: { id: `item ${index}`, version: 1 } });
  const outputs = [make(0), make(3), makeOutput(0, { role: "subtitle" })];
  expect(findPosition(outputs, 3)).toBe(1);
  expect(findPosition(outputs, 1)).toBe(1);
  expect(findPosition(outputs, 9)).toBe(2);
  expect(findShownItem(outputs, 1)?.id).toBe("item 3");
  expect(findShownItem(outputs, 2)?.id).toBe("item 0");
  expect(readResultIndex(new URLSearchParams("result=4"))).toBe(3);
  for (const wrong of ["", "result=0", "result=-1", "result=x"]) {
    expect(readResultIndex(new URLSearchParams(wrong))).toBe(0);
  }
});

it("keeps to what came from one generation", () => {
  const list = { ...libraryOrder, parentId };
  expect(readAddress(writeResultAddress(id, { list }))).toEqual(list);
  expect(toResultFilter(list)).toEqual({ parentId });
});

it("is the whole library without a list, or with one that makes no sense", () => {
  expect(writeResultAddress(id)).toBe(`/library/${id}`);
  expect(readAddress(`/library/${id}?parentId=x&kind=none`)).toEqual(libraryOrder);
});
