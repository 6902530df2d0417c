import { describe, expect, it } from "vitest";
import { insertImport, insertIntoLiteral, insertIntoType, MissingAnchorError } from "./insert-code";

describe("insertIntoLiteral", () => {
  it.each([
    ["const list = [a] as const;", "const list = [a, b] as const;"],
    ["const list = [a,\n];", "const list = [a,\n b];"],
    ["const list = [];", "const list = [b];"],
    ["const list: X = { a: 1 };", "const list: X = { a: 1 , b};"],
    ["const list = { a: [1, 2], } satisfies X;", "const list = { a: [1, 2],  b} satisfies X;"],
    ["const other = [b];\nexport const list = [a];", "const other = [b];\nexport const list = [a, b];"],
  ])("puts code at the end of %s", (source, expected) => {
    expect(insertIntoLiteral("x.ts", source, "list", "b")).toBe(expected);
  });

  it.each(["const other = [a];", "const list = makeList();", ""])("fails loudly at %j", (source) => {
    expect(() => insertIntoLiteral("x.ts", source, "list", "b")).toThrow(MissingAnchorError);
  });
});

describe("insertImport", () => {
  it("puts it after the last import", () => {
    const source = 'import a from "a";\nimport type b from "b";\n\nconst c = 1;';
    expect(insertImport("x.ts", source, 'import d from "d";')).toBe(
      'import a from "a";\nimport type b from "b";\nimport d from "d";\n\nconst c = 1;',
    );
  });

  it("fails loudly without one", () => {
    expect(() => insertImport("x.ts", "const c = 1;", "import d;")).toThrow("x.ts has no import");
  });
});

describe("insertIntoType", () => {
  const place = { alias: "T", member: "m", code: "b: 2" };

  it.each([
    ["type T = { m: { a: 1 } };", "type T = { m: { a: 1 ; b: 2} };"],
    ["type T = { m: { a: 1; } };", "type T = { m: { a: 1;  b: 2} };"],
  ])("puts a member at the end of %s", (source, expected) => {
    expect(insertIntoType("x.d.ts", source, place)).toBe(expected);
  });

  it.each(["type T = { n: {} };", "type U = { m: {} };", "type T = { m: string };"])(
    "fails loudly at %s",
    (source) => {
      expect(() => insertIntoType("x.d.ts", source, place)).toThrow(MissingAnchorError);
    },
  );
});
