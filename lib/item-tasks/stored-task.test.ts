import { expect, it } from "vitest";
import { itemListSchema } from "@/lib/items/list-items-query";
import { parseFilter, writeFilter } from "./stored-task";

it("reads the same filters that it wrote", () => {
  const filter = itemListSchema.parse({
    q: 'lighthouse "at dusk" -fog',
    kind: "image,video",
    generator: "image",
    model: "image-01",
    voice: "Santa_Claus,Grinch",
    tag: "Keep it,cover",
    rating: "3",
    favourite: "false",
    sandbox: "true",
    shape: "landscape",
    minSeconds: "0.5",
    maxSeconds: "60",
    minBytes: "0",
    maxBytes: "10000000000000",
    from: "2026-11-01T00:00:00+01:00",
    until: "2026-11-23T12:00:00.123Z",
    generationId: "018f0000-0000-7000-8000-000000000000",
    project: "018f0000-0000-7000-8000-000000000001",
    trash: "true",
  });
  expect(Object.keys(filter).toSorted()).toEqual(Object.keys(itemListSchema.shape).toSorted());
  expect(parseFilter(JSON.parse(JSON.stringify(writeFilter(filter))))).toEqual(filter);
});

it("does not read a filter that it does not know", () => {
  expect(() => parseFilter({ favorite: "true" })).toThrow(/favorite/);
});
