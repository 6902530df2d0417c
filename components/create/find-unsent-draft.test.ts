import { expect, it } from "vitest";
import { findUnsentDraft } from "./find-unsent-draft";

const sent = [{ model: "m", prompt: "A ferry leaves" }];

it.each([
  ["words that were never sent", { prompt: "A storm comes" }, true],
  ["lyrics alone", { prompt: "A ferry leaves", lyrics: "la" }, true],
  ["what was sent, with another setting", { model: "n", prompt: " A ferry leaves " }, false],
  ["no words", { model: "m", prompt: "  " }, false],
  ["nothing", null, false],
  ["what is no draft", "prompt", false],
])("tells whether something would be lost: %s", (_, draft, isUnsent) => {
  expect(findUnsentDraft(draft, sent)).toBe(isUnsent ? draft : null);
});
