import { describe, expect, it } from "vitest";
import { findHiddenProblem, isTakenAway } from "./use-schema-form";

const error = (message: string) => ({ type: "custom", message });
const values = { profileId: "sandbox", baseUrl: "http://127.0.0.1", lyrics: "" };

describe("findHiddenProblem", () => {
  it("returns the problem of a removed control, even if others are visible", () => {
    const errors = { lyrics: error("Too long."), baseUrl: error("Not here.") };
    expect(findHiddenProblem(errors, { baseUrl: { mount: false } }, values)).toBe("Not here.");
  });

  it("returns the problem of a part, and of a field that the form does not have", () => {
    expect(findHiddenProblem({ overrides: { limits: error("Below 1.") } }, {}, values)).toBe("Below 1.");
  });

  it("ignores problems of visible controls and of fields without a control", () => {
    const errors = { lyrics: error("Too long."), baseUrl: error("Not an address.") };
    expect(findHiddenProblem(errors, { baseUrl: { mount: true } }, values)).toBeNull();
  });
});

describe("isTakenAway", () => {
  it("uses the field that a path starts with", () => {
    expect(isTakenAway({ audio: { mount: false } }, "audio.format")).toBe(true);
    expect(isTakenAway({ audio: { mount: true } }, "audio.format")).toBe(false);
    expect(isTakenAway({}, "audio")).toBe(false);
  });
});
