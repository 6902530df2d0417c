import { describe, expect, it } from "vitest";
import { chooseSentMode } from "./sent-mode";

describe("resolution and duration as they are sent", () => {
  it("leaves defaults out for the 01 series, and only those", () => {
    for (const model of ["I2V-01", "I2V-01-live", "I2V-01-Director"] as const) {
      expect(chooseSentMode({ model, resolution: "720P", duration: 6 })).toEqual({});
      expect(chooseSentMode({ model, resolution: "1080P", duration: 6 })).toEqual({ resolution: "1080P" });
    }
  });

  it("sends what was chosen for the others, and nothing that was not", () => {
    const model = "Vendor-Video-2.3";
    expect(chooseSentMode({ model, resolution: "768P", duration: 6 })).toEqual({
      resolution: "768P",
      duration: 6,
    });
    expect(chooseSentMode({ model, resolution: undefined, duration: undefined })).toEqual({});
  });
});
