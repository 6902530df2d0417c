import { describe, expect, it } from "vitest";
import { bindPart, changeSetting } from "./change-setting";

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

describe("bindPart", () => {
  it("changes one part and leaves the others, and clears the object with its last part", () => {
    const changes: unknown[] = [];
    const bind = (value: { speed?: number; pitch?: number } | undefined) =>
      bindPart({ name: "voice", value, onValueChange: (next) => changes.push(next) }, "speed");
    bind({ pitch: 2 }).onValueChange(1.5);
    bind({ speed: 1.5 }).onValueChange(undefined);
    expect(changes).toEqual([{ pitch: 2, speed: 1.5 }, undefined]);
  });

  it("takes the name, the value and the error of the part", () => {
    const field = {
      name: "voice",
      value: { speed: 3 },
      onValueChange: () => {},
      errors: { speed: "Too fast" },
    };
    expect(bindPart(field, "speed")).toMatchObject({ name: "voice.speed", value: 3, error: "Too fast" });
  });
});
