import { describe, expect, it } from "vitest";
import { describeGeneration } from "./describe-generation";
import { filmedWords } from "./filmed-words";
import { nameResult } from "./result-name";

describe("the words of a video", () => {
  it.each([
    ["[推进] Waves roll [左摇,上升] gulls lift off", "Waves roll   gulls lift off"],
    ["A ship [1888], [whatever]", "A ship [1888], [whatever]"],
    ["[固定]", ""],
  ])("of %s is %s", (prompt, words) => expect(filmedWords(prompt)).toBe(words));

  it("is described by its title and file name, not by camera instructions alone", () => {
    const generation = {
      generator: "video",
      model: "I2V-01",
      createdAt: "2026-03-04T10:00:00.000Z",
      title: null,
    };
    const title = (prompt: string) =>
      describeGeneration({ ...generation, facts: {}, input: { prompt }, inputFiles: [] });
    const file = (prompt: string) =>
      nameResult(
        { ...generation, facts: {}, input: { prompt } },
        { index: 0, role: "video", mimeType: "video/mp4" },
      );
    expect(title("[推进] Waves roll [左摇] gulls")).toBe("Waves roll gulls");
    expect(title("[推进]")).toBe("I2V-01");
    expect(file("[推进] Waves roll")).toBe("waves-roll-20260304-1.mp4");
    expect(file("[推进]")).toBe(file(""));
  });
});
