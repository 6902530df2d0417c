import { expect, it } from "vitest";
import { libraryOrder, readResultList, toResultFilter, writeResultAddress } from "./result-list";

const id = "01900000-0000-7000-8000-000000000001";
const parentId = "01900000-0000-7000-8000-000000000002";
const readAddress = (address: string) => readResultList(new URL(address, "http://studio").searchParams);

it("writes the list into the address of a result, and reads it back", () => {
  const list = { ...libraryOrder, q: "fog", generator: "image", trash: "true" } as const;
  const address = writeResultAddress(id, { list, position: 2 });
  expect(address).toBe(`/library/${id}?q=fog&generator=image&trash=true&result=3`);
  expect(readAddress(address)).toEqual(list);
  expect(toResultFilter(list)).toEqual({ q: "fog", generator: "image", trash: true });
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
