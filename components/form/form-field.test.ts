import { describe, expect, it } from "vitest";
import { listNestedErrors } from "./form-field";

describe("listNestedErrors", () => {
  it("lists the message of a field at the empty path", () => {
    expect(listNestedErrors({ type: "field.required", message: "This is needed." })).toEqual({
      "": "This is needed.",
    });
  });

  it("lists the messages of parts of objects and lists by path", () => {
    const tone: unknown[] = [];
    tone[2] = { type: "speech.pronunciation.form", message: "original/replacement" };
    expect(listNestedErrors({ tone, speed: { message: "From 0.5 to 2." }, ref: { message: "no" } })).toEqual({
      "tone.2": "original/replacement",
      speed: "From 0.5 to 2.",
    });
  });

  it.each([[undefined], [null], ["text"], [{}]])("finds nothing in %j", (error) => {
    expect(listNestedErrors(error)).toEqual({});
  });
});
