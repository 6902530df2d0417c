import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countTexts, listTexts, parseBraces } from "./expand-braces";
import { expandTemplate } from "./expand-template";

function expand(text: string): string[] {
  const { sequence, problem } = parseBraces(text);
  if (problem) throw new Error(problem.key);
  return listTexts(sequence);
}

describe("braces in a text", () => {
  it.each([
    ["a boat", ["a boat"]],
    ["{red|blue} boat", ["red boat", "blue boat"]],
    ["{a|b} {1|2}", ["a 1", "a 2", "b 1", "b 2"]],
    ["{small |}boat", ["small boat", "boat"]],
    ["a {b|c {d|e}} f", ["a b f", "a c d f", "a c e f"]],
    ["{only}", ["only"]],
    [String.raw`\{red\|blue\} {a\|b|c\}}`, ["{red|blue} a|b", "{red|blue} c}"]],
    [String.raw`C:\new \\ {x}`, [String.raw`C:\new \ x`]],
    ["a | b } c", ["a | b } c"]],
    ["", [""]],
  ])("%j gives %j", (text, texts) => {
    expect(expand(text)).toEqual(texts);
  });

  it.each([
    ["a {b", 3],
    ["{a} 🌊{b|{c}", 6],
    ["{a {b", 4],
  ])("tells where a brace of %j is not closed", (text, position) => {
    expect(parseBraces(text).problem).toEqual({ key: "batch.braces.open", values: { position } });
  });

  it("refuses groups in groups without an end", () => {
    expect(parseBraces("{".repeat(50_000)).problem).toEqual({
      key: "batch.braces.depth",
      values: { position: 11, maxDepth: 10 },
    });
  });

  it("counts what it would never build", () => {
    const { sequence } = parseBraces("{a|b}".repeat(100));
    expect(countTexts(sequence!)).toBe(1_000_000_000);
  });

  const plain = fc.string({ unit: fc.constantFrom("a", " ", "|", "}", "{", "\\", "🌊") });
  const escape = (text: string) => text.replaceAll(/[{}|\\]/g, (character) => `\\${character}`);

  it("keeps every escaped text", () => {
    fc.assert(fc.property(plain, (text) => void expect(expand(escape(text))).toEqual([text])));
  });

  it("counts as many texts as it lists, in the order of nested loops", () => {
    const group = fc.array(plain, { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(fc.array(group, { maxLength: 4 }), (groups) => {
        const text = groups.map((group) => `{${group.map(escape).join("|")}}`).join("-");
        const looped = groups.reduce<string[][]>(
          (made, group) => made.flatMap((before) => group.map((entry) => [...before, entry])),
          [[]],
        );
        const { sequence } = parseBraces(text);
        expect(listTexts(sequence!)).toEqual(looped.map((entries) => entries.join("-")));
        expect(countTexts(sequence!)).toBe(looped.length);
      }),
    );
  });

  it("never throws, and tells positions within the text", () => {
    fc.assert(
      fc.property(plain, (text) => {
        const position = parseBraces(text).problem?.values.position ?? 1;
        expect(position).toBeGreaterThan(0);
        expect(position).toBeLessThanOrEqual(Math.max(1, [...text].length));
      }),
    );
  });
});

describe("a template", () => {
  const limit = 500;

  it("multiplies its fields, the last one changing fastest", () => {
    const { count, rows } = expandTemplate({ prompt: "{a|b}", lyrics: "{1|2}" }, { limit });
    expect(count).toBe(4);
    expect(rows.map(({ prompt, lyrics }) => `${prompt}${lyrics}`)).toEqual(["a1", "a2", "b1", "b2"]);
  });

  it("takes 500 and builds nothing beyond", () => {
    const prompt = "{1|2|3|4|5}{1|2|3|4|5|6|7|8|9|10}{1|2|3|4|5|6|7|8|9|10}";
    expect(expandTemplate({ prompt }, { limit }).rows).toHaveLength(500);
    expect(expandTemplate({ prompt, lyrics: "{a|b}" }, { limit })).toEqual({
      count: 1_000,
      rows: [],
      problems: [],
    });
  });

  it("tells all problems at their fields", () => {
    const { problems, rows } = expandTemplate({ prompt: "{a", lyrics: "b {c", style: "{d}" }, { limit });
    expect(rows).toEqual([]);
    expect(problems).toEqual([
      { path: "prompt", key: "batch.braces.open", values: { position: 1 } },
      { path: "lyrics", key: "batch.braces.open", values: { position: 3 } },
    ]);
  });
});
