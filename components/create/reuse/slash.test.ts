import { describe, expect, it } from "vitest";
import type { SnippetDto } from "@/lib/snippets/snippet-dto";
import { matchSnippets } from "./match-snippets";
import { findSlash, readSlashQuery } from "./slash";

const at = (offset: number) => ({ from: offset, to: offset });

describe("a typed slash", () => {
  it.each(["/", "a /", "a\n/", "({/", "red|/", "港口，/"])("asks for snippets in %j", (text) => {
    expect(findSlash(text, at(text.length))).toBe(text.length - 1);
  });

  it.each(["and/", "http:/", "http://", "和/", "1/", "./", "a"])("is meant as one in %j", (text) => {
    expect(findSlash(text, at(text.length))).toBeNull();
  });

  it("is found behind what was typed meanwhile, not before a selection or a caret", () => {
    expect(findSlash("A /ab", at(5))).toBe(2);
    expect(findSlash("A / b", at(5))).toBeNull();
    expect(findSlash("/ab", { from: 1, to: 3 })).toBeNull();
    expect(findSlash("/ab", at(0))).toBeNull();
  });
});

describe("what follows it", () => {
  it("is searched up to the caret, words and all", () => {
    expect(readSlashQuery("A /film noir", 2, at(12))).toBe("film noir");
    expect(readSlashQuery("A /film noir", 2, at(7))).toBe("film");
    expect(readSlashQuery("A /", 2, at(3))).toBe("");
  });

  it.each([
    ["a blank", "/ and", at(5)],
    ["a line break", "/a\nb", at(4)],
    ["another slash", "/usr/bin", at(8)],
    ["a caret before it", "/a", at(0)],
    ["a selection", "/abc", { from: 1, to: 3 }],
    ["no slash any more", "abc", at(2)],
  ])("is not, with %s", (_what, text, selection) => {
    expect(readSlashQuery(text, 0, selection)).toBeNull();
  });
});

describe("snippets", () => {
  const snippet = (name: string, text: string, fields: SnippetDto["fields"] = []): SnippetDto => ({
    id: name,
    name,
    text,
    fields,
    createdAt: "",
    updatedAt: "",
  });
  const snippets = [
    snippet("Chorus", "[Chorus]", ["lyrics"]),
    snippet("Film noir", "low light", ["prompt", "text"]),
    snippet("Light", "soft"),
  ];
  const names = (query: string, field: "prompt" | "lyrics" = "prompt") =>
    matchSnippets(snippets, { field, query }).map(({ name }) => name);

  it("are those of the field, by name first and then by text", () => {
    expect(names("")).toEqual(["Film noir", "Light"]);
    expect(names("", "lyrics")).toEqual(["Chorus", "Light"]);
    expect(names("LIGHT")).toEqual(["Light", "Film noir"]);
    expect(names("noir film")).toEqual(["Film noir"]);
    expect(names("x")).toEqual([]);
  });
});
