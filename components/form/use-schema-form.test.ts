import { describe, expect, it } from "vitest";
import { findHiddenProblem, isTakenAway } from "./use-schema-form";

const error = (message: string) => ({ type: "custom", message });
const values = { profileId: "sandbox", baseUrl: "http://127.0.0.1", lyrics: "" };

describe("findHiddenProblem", () => {
  it("gives the problem of a control that was taken away, be there others in sight", () => {
    const errors = { lyrics: error("Too long."), baseUrl: error("Not here.") };
    expect(findHiddenProblem(errors, { baseUrl: { mount: false } }, values)).toBe("Not here.");
  });

  it("gives the problem of a part, and of a field that the form does not have", () => {
    expect(findHiddenProblem({ overrides: { limits: error("Below 1.") } }, {}, values)).toBe("Below 1.");
  });

  it("leaves to its field what is in sight, and what is set by other means than a control", () => {
    const errors = { lyrics: error("Too long."), baseUrl: error("Not an address.") };
    expect(findHiddenProblem(errors, { baseUrl: { mount: true } }, values)).toBeNull();
  });
});

describe("isTakenAway", () => {
  it("goes by the field that a path begins with", () => {
    expect(isTakenAway({ audio: { mount: false } }, "audio.format")).toBe(true);
    expect(isTakenAway({ audio: { mount: true } }, "audio.format")).toBe(false);
    expect(isTakenAway({}, "audio")).toBe(false);
  });
});
