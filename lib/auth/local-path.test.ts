import { expect, it } from "vitest";
import { toLocalPath } from "./local-path";

it.each([
  ["/library?q=a#b", "/library?q=a#b"],
  ["/", "/"],
])("keeps %s", (value, expected) => expect(toLocalPath(value)).toBe(expected));

it.each([
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "https://evil.example",
  "javascript:alert(1)",
  "library",
  "/.//evil.example",
  "",
  undefined,
  ["/a"],
])("replaces %j by the home page", (value) => expect(toLocalPath(value)).toBe("/"));
