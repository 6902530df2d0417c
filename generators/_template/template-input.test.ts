import { describe, expect, it } from "vitest";
import { toFieldProblems } from "@/lib/errors/field-problems";
import { templateInputSchema } from "./template-input";

const valid = { model: "image-01", prompt: "A harbour", n: 2 };

function listProblems(input: unknown): { path: string; key: string }[] {
  const { error } = templateInputSchema.safeParse(input);
  return error ? toFieldProblems(error, input).map(({ path, key }) => ({ path, key })) : [];
}

describe("templateInputSchema", () => {
  it("takes a whole input and one without the fields that may be left out", () => {
    expect(templateInputSchema.parse(valid)).toEqual(valid);
    expect(templateInputSchema.parse({ model: "image-01", prompt: "A harbour" })).not.toHaveProperty("n");
  });

  it.each([
    ["an empty prompt", { ...valid, prompt: "" }, { path: "prompt", key: "image.prompt.empty" }],
    [
      "a prompt that is too long",
      { ...valid, prompt: "é".repeat(1501) },
      { path: "prompt", key: "image.prompt.too-long" },
    ],
    ["more images than one request makes", { ...valid, n: 10 }, { path: "n", key: "image.n.range" }],
    ["a model that is not there", { ...valid, model: "image-02" }, { path: "model", key: "field.choice" }],
    ["a field that is not there", { ...valid, style: {} }, { path: "style", key: "field.unknown" }],
  ])("refuses %s", (_title, input, problem) => {
    expect(listProblems(input)).toEqual([problem]);
  });
});
