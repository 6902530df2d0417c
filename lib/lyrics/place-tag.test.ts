import { describe, expect, it } from "vitest";
import { placeTag } from "./place-tag";

/** `|` is the caret, `<` and `>` the selection. */
function place(marked: string): string {
  const from = marked.search(/[|<]/);
  const to = marked.includes(">") ? marked.indexOf(">") - 1 : from;
  const text = marked.replaceAll(/[|<>]/g, "");
  const change = placeTag(text, { from, to }, "[Hook]");
  return text.slice(0, change.from) + change.insert + text.slice(change.to);
}

describe("placeTag", () => {
  it.each([
    ["|", "[Hook]\n"],
    ["|One\nTwo", "[Hook]\nOne\nTwo"],
    ["One|", "One\n\n[Hook]\n"],
    ["One\n|", "One\n\n[Hook]\n"],
    ["One\n\n|", "One\n\n[Hook]\n"],
    ["One\n\n|\nTwo", "One\n\n[Hook]\nTwo"],
    ["One\n|\nTwo", "One\n\n[Hook]\nTwo"],
    ["One\n|Two", "One\n\n[Hook]\nTwo"],
    ["One\n  |Two", "One\n\n[Hook]\n  Two"],
    ["One| two", "One\n\n[Hook]\ntwo"],
    ["One|\nTwo", "One\n\n[Hook]\nTwo"],
    ["One\n<Two>\nThree", "One\n\n[Hook]\nTwo\nThree"],
    ["   |", "[Hook]\n"],
  ])("writes it on a line of its own: %j", (before, after) => {
    expect(place(before)).toBe(after);
  });

  it.each([
    ["[Ver|se]\nOne", "[Hook]\nOne"],
    ["[Verse]|\nOne", "[Hook]\nOne"],
    ["|[Verse]\nOne", "[Hook]\nOne"],
    ["<[verse 1]>\nOne", "[Hook]\nOne"],
  ])("changes the tag that the caret is in: %j", (before, after) => {
    expect(place(before)).toBe(after);
  });
});
