import { describe, expect, it } from "vitest";
import {
  findRepeatedRules,
  parsePronunciations,
  readPronunciationRule,
  writePronunciationRule,
} from "./pronunciation-rules";

const rule = (original: string, replacement: string) => ({ original, replacement });

describe("readPronunciationRule and writePronunciationRule", () => {
  it.each([
    ["omg/oh my god", rule("omg", "oh my god")],
    ["处理/(chu3)(li3)", rule("处理", "(chu3)(li3)")],
    ["km/h/kilometres", rule("km", "h/kilometres")],
    ["omg/", rule("omg", "")],
    ["/oh", rule("", "oh")],
  ])("agree on %s", (tone, parts) => {
    expect(readPronunciationRule(tone)).toEqual(parts);
    expect(writePronunciationRule(parts)).toBe(tone);
  });

  it("know a word without a sound, and trim what surrounds either", () => {
    expect(readPronunciationRule("omg")).toEqual(rule("omg", ""));
    expect(writePronunciationRule(rule(" omg ", " oh my god "))).toBe("omg/oh my god");
    expect(writePronunciationRule(rule(" ", ""))).toBeNull();
  });
});

describe("parsePronunciations", () => {
  it.each([
    ["omg/oh my god\nbrb/be right back", [rule("omg", "oh my god"), rule("brb", "be right back")]],
    ["omg\toh my god\r\nbrb\tbe right back\r\n", [rule("omg", "oh my god"), rule("brb", "be right back")]],
    ["NASA = nassa\n\n  ", [rule("NASA", "nassa")]],
    ["处理 → (chu3)(li3)", [rule("处理", "(chu3)(li3)")]],
    ["a -> b/c", [rule("a", "b/c")]],
    ["alone", [rule("alone", "")]],
    ["", []],
  ])("reads %j", (text, rules) => {
    expect(parsePronunciations(text)).toEqual(rules);
  });
});

describe("findRepeatedRules", () => {
  it("finds the later lines of a word", () => {
    const rules = [rule("omg", "a"), rule("", "b"), rule(" omg", "c"), rule("", "d"), rule("OMG", "e")];
    expect([...findRepeatedRules(rules)]).toEqual([2]);
  });
});
