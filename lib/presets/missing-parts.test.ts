import { describe, expect, it } from "vitest";
import { z } from "zod";
import { findMissingParts, listAssetIds, listUnknownFields } from "./missing-parts";

const generator = {
  inputSchema: z.object({
    model: z.enum(["one", "two"]),
    prompt: z.string(),
    frame: z.object({ assetId: z.uuid() }),
    references: z.array(z.object({ type: z.string(), file: z.object({ assetId: z.uuid() }) })),
  }),
  formFields: ["way"],
};

const [here, gone] = ["0198d7a0-0000-7000-8000-000000000001", "0198d7a0-0000-7000-8000-000000000002"];
const find = (input: Record<string, unknown>) => findMissingParts(generator, input, new Set([here]));

describe("what a preset lacks", () => {
  it("is nothing while its values and files are there", () => {
    const input = { model: "two", prompt: "", frame: { assetId: here }, way: "two-steps" };
    expect(find(input)).toEqual({ input, missing: [] });
  });

  it("is a file that is gone, without what is around it", () => {
    expect(find({ prompt: "A quay", frame: { assetId: gone } })).toEqual({
      input: { prompt: "A quay" },
      missing: [{ field: "frame", what: "file" }],
    });
    const kept = { type: "character", file: { assetId: here } };
    expect(find({ references: [{ type: "character", file: { assetId: gone } }, kept] })).toEqual({
      input: { references: [kept] },
      missing: [{ field: "references", what: "file" }],
    });
  });

  it("is a value that its field no longer has", () => {
    expect(find({ model: "zero", prompt: "zero" })).toEqual({
      input: { prompt: "zero" },
      missing: [{ field: "model", what: "value", value: "zero" }],
    });
  });
});

it("finds the files of values, each once", () => {
  expect(listAssetIds({ a: { assetId: here }, b: [{ c: { assetId: gone } }, { assetId: here }] })).toEqual([
    here,
    gone,
  ]);
  expect(listAssetIds({ assetId: 7, text: "assetId" })).toEqual([]);
});

it("knows the fields of the input and of the form", () => {
  expect(listUnknownFields(generator, { model: "one", way: "one-step", color: 1 })).toEqual(["color"]);
});
