import { describe, expect, it } from "vitest";
import { readLibraryView, toGenerationFilter, writeLibraryView } from "./library-filter";

describe("the library's address", () => {
  it("says a view and is read back", () => {
    const view = {
      q: "basalt & fog",
      generator: "image",
      state: "failed",
      favourite: true,
      trash: true,
    } as const;
    const address = writeLibraryView(view);
    expect(address).toBe("/library?q=basalt+%26+fog&generator=image&state=failed&favourite=true&trash=true");
    expect(readLibraryView(new URL(address, "http://studio").searchParams)).toEqual(view);
  });

  it("is bare for the whole library", () => {
    expect(writeLibraryView({ q: " ", generator: "", state: "", favourite: false, trash: false })).toBe(
      "/library",
    );
  });

  it("passes over what makes no sense", () => {
    const view = readLibraryView(new URLSearchParams("state=toString&favourite=yes&trash=1"));
    expect(view).toEqual({ q: "", generator: "", state: "", favourite: false, trash: false });
  });

  it("passes over what no list can be asked for", () => {
    const search = { get: (name: string) => ({ q: "a\0b\ud800", generator: "x".repeat(65) })[name] ?? null };
    expect(readLibraryView(search)).toMatchObject({ q: "ab\ufffd", generator: "" });
  });
});

describe("toGenerationFilter", () => {
  it("names only what is set, so that one list has one key", () => {
    expect(toGenerationFilter({ q: "", generator: "", state: "", favourite: false, trash: false })).toEqual(
      {},
    );
    const view = { q: " fog ", generator: "image", state: "made", favourite: true, trash: false } as const;
    expect(toGenerationFilter(view)).toEqual({
      q: "fog",
      generator: "image",
      states: ["succeeded"],
      favourite: true,
    });
  });
});
