import { describe, expect, it } from "vitest";
import { changeSetting } from "./change-setting";

interface Setting {
  speed?: number | undefined;
  voice_id?: string | undefined;
}

describe("changeSetting", () => {
  it("keeps the other settings", () => {
    expect(changeSetting<Setting>({ voice_id: "Santa_Claus" }, { speed: 1.2 })).toEqual({
      voice_id: "Santa_Claus",
      speed: 1.2,
    });
  });

  it("drops settings that are reset", () => {
    const changed = changeSetting<Setting>({ voice_id: "Santa_Claus", speed: 1.2 }, { speed: undefined });
    expect(Object.keys(changed ?? {})).toEqual(["voice_id"]);
  });

  it("is undefined when nothing is set", () => {
    expect(changeSetting<Setting>({ speed: 2 }, { speed: undefined })).toBeUndefined();
    expect(changeSetting<Setting>(undefined, {})).toBeUndefined();
  });
});
