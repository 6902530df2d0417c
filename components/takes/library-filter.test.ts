import { describe, expect, it } from "vitest";
import {
  readLibraryStart,
  readLibraryView,
  toGenerationFilter,
  toItemList,
  wholeLibrary,
  writeLibraryView,
  type LibraryView,
} from "./library-filter";

const narrow: LibraryView = {
  q: "basalt & fog",
  generator: "image",
  kind: "image",
  model: "image-01",
  voice: "Deep voice (1)",
  project: "01900000-0000-7000-8000-000000000001",
  tag: "港口 night",
  rating: 3,
  favourite: "true",
  shape: "portrait",
  minSeconds: 30,
  maxSeconds: 120,
  minBytes: 1_000_000,
  maxBytes: 10_000_000_000,
  sandbox: "false",
  from: "2026-11-01T00:00:00.000Z",
  until: "2026-12-01T00:00:00.000Z",
  trash: "true",
  sort: "rating",
};

describe("the library's address", () => {
  it("says a view and is read back", () => {
    const { searchParams } = new URL(writeLibraryView(narrow), "http://studio");
    expect(searchParams.get("q")).toBe("basalt & fog");
    expect(readLibraryView(searchParams)).toEqual(narrow);
  });

  it("says at which time it begins, and keeps it out of the filters", () => {
    const at = "2026-11-01T00:00:00.000Z";
    const { searchParams } = new URL(writeLibraryView(wholeLibrary, { at }), "http://studio");
    expect(readLibraryStart(searchParams)).toBe(at);
    expect(toItemList(readLibraryView(searchParams))).toEqual({});
    expect(readLibraryStart(new URLSearchParams("at=yesterday"))).toBe("");
  });

  it("says the layout, and keeps it out of the filters", () => {
    const address = writeLibraryView({ q: "fog" }, { layout: "list" });
    expect(address).toBe("/library?q=fog&view=list");
    expect(readLibraryView(new URL(address, "http://studio").searchParams)).toEqual({ q: "fog" });
  });

  it("is bare for the whole library", () => {
    expect(writeLibraryView({ q: " ", generator: "", favourite: undefined, sort: "newest" })).toBe(
      "/library",
    );
  });

  it("passes over what makes no sense", () => {
    const search = new URLSearchParams(
      "kind=toString&favourite=yes&trash=1&rating=6&minSeconds=-1&from=now&sort=constructor&shape=round&tag=a,b&voice=a,b&sandbox=no&minBytes=1.5&maxBytes=1e9&project=mine",
    );
    expect(readLibraryView(search)).toEqual(wholeLibrary);
  });

  it("passes over what no list can be asked for", () => {
    const search = { get: (name: string) => ({ q: "a\0b\ud800", generator: "x".repeat(65) })[name] ?? null };
    expect(readLibraryView(search)).toEqual({ q: "ab\ufffd" });
  });
});

describe("the list of a view", () => {
  it("names only what is set, in one order, so that one list has one key", () => {
    expect(toItemList({ q: "", generator: "", favourite: undefined })).toEqual({});
    const list = toItemList({ favourite: "true", q: " fog ", sort: "newest" });
    expect(JSON.stringify(list)).toBe('{"q":"fog","favourite":"true"}');
    expect(toItemList(narrow)).toEqual(narrow);
  });

  it("has the generations that share its filters", () => {
    expect(toGenerationFilter(wholeLibrary)).toEqual({});
    expect(toGenerationFilter({ ...narrow, q: " fog ", trash: undefined })).toEqual({
      q: "fog",
      generator: "image",
      favourite: true,
    });
  });
});
