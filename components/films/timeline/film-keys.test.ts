import { expect, it } from "vitest";
import { findFilmKey } from "./film-keys";

const press = (
  key: string,
  held: Partial<Record<"ctrlKey" | "metaKey" | "altKey" | "shiftKey", true>> = {},
) => ({
  ...{ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false },
  ...held,
});

it.each([
  ["ArrowLeft", {}, "frameBack"],
  ["ArrowLeft", { shiftKey: true }, "secondBack"],
  ["ArrowLeft", { altKey: true }, "moveEarlier"],
  ["ArrowLeft", { ctrlKey: true }, undefined],
  ["s", {}, "split"],
  ["s", { ctrlKey: true }, undefined],
  ["d", { metaKey: true }, "duplicate"],
  ["d", {}, undefined],
  ["Backspace", {}, "remove"],
  ["=", {}, "zoomIn"],
  ["+", { shiftKey: true }, "zoomIn"],
  ["-", {}, "zoomOut"],
  ["[", {}, "startHere"],
  ["Z", { shiftKey: true }, "wholeFilm"],
  ["z", { ctrlKey: true }, undefined],
] as const)("reads %s with %j as %s", (key, held, name) => {
  expect(findFilmKey(press(key, held))).toBe(name);
});
