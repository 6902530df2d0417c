import { describe, expect, it } from "vitest";
import { imageInputSchema } from "@/generators/image/image-input";
import { applyRow } from "./apply-row";
import { checkRows, placeInTemplate } from "./check-rows";

const input = { model: "image-01", prompt: "a boat", n: 1 };

describe("a row", () => {
  it("sets fields, also in objects that are not there, and changes nothing else", () => {
    const shared = { text: "a", voice_setting: { voice_id: "x", speed: 1 } };
    expect(applyRow(shared, { text: "b", "voice_setting.speed": 2, "audio_setting.format": "wav" })).toEqual({
      text: "b",
      voice_setting: { voice_id: "x", speed: 2 },
      audio_setting: { format: "wav" },
    });
    expect(shared).toEqual({ text: "a", voice_setting: { voice_id: "x", speed: 1 } });
  });

  it("cannot reach prototypes", () => {
    const made = applyRow(
      {},
      JSON.parse('{"__proto__.polluted": true, "constructor.prototype.polluted": true}') as object as Record<
        string,
        unknown
      >,
    );
    expect(Object.keys(made)).toEqual(["__proto__", "constructor"]);
    expect({}).not.toHaveProperty("polluted");
  });
});

describe("rows", () => {
  it("are parsed with what they share", () => {
    const { inputs, problems } = checkRows(imageInputSchema, input, [{}, { prompt: "b", n: 2 }]);
    expect(problems).toEqual([]);
    expect(inputs).toEqual([input, { ...input, prompt: "b", n: 2 }]);
  });

  it("have problems where the value is: in the row, or once in what all share", () => {
    const { problems } = checkRows(imageInputSchema, { ...input, n: 99 }, [
      { prompt: "" },
      {},
      { colour: "red" },
    ]);
    expect(problems.map(({ path, key }) => [path, key])).toEqual([
      ["rows.0.prompt", "image.prompt.empty"],
      ["input.n", "image.n.range"],
      ["rows.2.colour", "field.unknown"],
    ]);
  });

  it("of a template have problems at its fields", () => {
    const { problems } = checkRows(
      imageInputSchema,
      input,
      [{ prompt: "" }, { prompt: "" }],
      placeInTemplate,
    );
    expect(problems.map(({ path }) => path)).toEqual(["template.prompt"]);
  });

  it("tell a hundred problems at most", () => {
    const rows = Array.from({ length: 500 }, () => ({ colour: "red", n: 99 }));
    expect(checkRows(imageInputSchema, input, rows).problems).toHaveLength(100);
  });
});
