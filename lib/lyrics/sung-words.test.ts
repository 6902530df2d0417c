import { expect, it } from "vitest";
import { sungWords } from "./sung-words";

it.each([
  ["[Verse]\nThe ferry keeps\nits engine low", "The ferry keeps\nits engine low"],
  ["  [Intro]  \n\n[Drop]\nla [low] la", "la [low] la"],
  ["la", "la"],
  ["[Inst]\n[Solo]", ""],
  ["", ""],
])("takes tags on lines of their own out of %j", (lyrics, words) => {
  expect(sungWords(lyrics)).toBe(words);
});
