import { describe, expect, it } from "vitest";
import type { JsonSchema } from "./json-schema";
import { findPlacedMedia, placeMedia } from "./place-media";

const source: JsonSchema = {
  anyOf: [
    { type: "object", properties: { assetId: { type: "string" } }, required: ["assetId"] },
    { type: "object", properties: { url: { type: "string" } }, required: ["url"] },
  ],
};
const schema: JsonSchema = {
  type: "object",
  properties: {
    prompt: { type: "string" },
    frame: source,
    items: {
      type: "array",
      maxItems: 1,
      items: {
        type: "object",
        properties: { kind: { type: "string", enum: ["a"] }, file: source },
        required: ["kind", "file"],
      },
    },
  },
};

describe("placeMedia", () => {
  const inputs = placeMedia(schema, { prompt: "x" });

  it("keeps the rest of the input", () => {
    expect(inputs.every((input) => (input as { prompt: string }).prompt === "x")).toBe(true);
  });

  it("reaches every place in both ways, and all at once", () => {
    const reached = inputs.map((input) => findPlacedMedia(input).map(({ field, key }) => `${field}:${key}`));
    expect(reached).toContainEqual(["frame:assetId"]);
    expect(reached).toContainEqual(["frame:url"]);
    expect(reached).toContainEqual(["items.0.file:assetId"]);
    expect(reached.at(-1)).toEqual(["frame:url", "items.0.file:url"]);
  });

  it("makes items whole and no more of them than there may be", () => {
    const lists = inputs.flatMap((input) => (input as { items?: unknown[] }).items ?? []);
    expect(lists.every((item) => (item as { kind: string }).kind === "a")).toBe(true);
    expect(inputs.every((input) => ((input as { items?: unknown[] }).items ?? []).length <= 1)).toBe(true);
  });

  it("gives nothing for a schema without media", () => {
    expect(placeMedia({ type: "object", properties: { prompt: { type: "string" } } }, {})).toEqual([]);
  });
});
