import { describe, expect, it } from "vitest";
import { placeTag } from "./place-tag";

/** `|` is the caret, `<` and `>` the selection. */
function place(marked: string): string {
  const from = marked.search(/[|<]/);
  const to = marked.includes(">") ? marked.indexOf(">") - 1 : from;
  const text = marked.replaceAll(/[|<>]/g, "");
  const change = placeTag(text, { from, to }, "[Hook]");
  const placed = text.slice(0, change.from) + change.insert + text.slice(change.to);
  return `${placed.slice(0, change.caret)}|${placed.slice(change.caret)}`;
}

describe("placeTag", () => {
  it.each([
    ["|", "[Hook]\n|"],
    ["|One\nTwo", "[Hook]\n|One\nTwo"],
    ["One|", "One\n\n[Hook]\n|"],
    ["One\n|", "One\n\n[Hook]\n|"],
    ["One\n\n|", "One\n\n[Hook]\n|"],
    ["One\n\n|\nTwo", "One\n\n[Hook]\n|Two"],
    ["One\n|\nTwo", "One\n\n[Hook]\n|Two"],
    ["One\n|Two", "One\n\n[Hook]\n|Two"],
    ["One\n  |Two", "One\n\n[Hook]\n|  Two"],
    ["One| two", "One\n\n[Hook]\n|two"],
    ["One|\nTwo", "One\n\n[Hook]\n|Two"],
    ["One\n<Two>\nThree", "One\n\n[Hook]\n|Two\nThree"],
    ["   |", "[Hook]\n|"],
  ])("writes it on a line of its own, over the words behind the caret: %j", (before, after) => {
    expect(place(before)).toBe(after);
  });

  it.each([
    ["|[Verse]\nOne", "[Hook]\n|\n\n[Verse]\nOne"],
    ["One|\n[Verse]\nTwo", "One\n\n[Hook]\n|\n\n[Verse]\nTwo"],
    ["One|\n\n[Verse]\nTwo", "One\n\n[Hook]\n|\n\n[Verse]\nTwo"],
    ["One\n|\n\n\n  [Verse]", "One\n\n[Hook]\n|\n\n  [Verse]"],
    ["One\n\n|[Verse]\nTwo", "One\n\n[Hook]\n|\n\n[Verse]\nTwo"],
  ])("leaves an empty line for its words and one more before the next tag: %j", (before, after) => {
    expect(place(before)).toBe(after);
  });

  it.each([
    ["[Intro]|\n\n[Verse]\nOne", "[Intro]\n\n[Hook]\n|\n\n[Verse]\nOne"],
    ["[Int|ro]\n\n[Verse]\nOne", "[Intro]\n\n[Hook]\n|\n\n[Verse]\nOne"],
    ["[Verse]|\nOne\n\n[Chorus]\nTwo", "[Verse]\nOne\n\n[Hook]\n|\n\n[Chorus]\nTwo"],
    ["[Ver|se]\nOne", "[Verse]\nOne\n\n[Hook]\n|"],
  ])("goes behind the section whose tag the caret is in: %j", (before, after) => {
    expect(place(before)).toBe(after);
  });

  it.each([
    ["<[Verse]>\nOne", "[Hook]|\nOne"],
    ["[<Verse>]\nOne", "[Hook]|\nOne"],
    ["<[verse 1]>\nOne", "[Hook]|\nOne"],
  ])("changes the tag that is selected: %j", (before, after) => {
    expect(place(before)).toBe(after);
  });
});
