import { describe, expect, it } from "vitest";
import { z } from "zod";
import { toFieldProblems } from "./field-problems";

function problemsOf(schema: z.ZodType, input: unknown) {
  const result = schema.safeParse(input);
  if (result.success) throw new Error("The input was expected to be refused.");
  return toFieldProblems(result.error, input);
}

describe("toFieldProblems", () => {
  it("tells a missing field from one of the wrong type", () => {
    const schema = z.object({ prompt: z.string(), n: z.number() });
    expect(problemsOf(schema, { n: "4" })).toEqual([
      { path: "prompt", key: "required" },
      { path: "n", key: "invalid_type", values: { expected: "number" } },
    ]);
  });

  it("names limits by what they count", () => {
    const schema = z.object({
      prompt: z.string().min(2).max(3),
      n: z.int().min(1),
      images: z.array(z.string()).max(1),
    });
    expect(problemsOf(schema, { prompt: "a", n: 0, images: ["a", "b"] })).toEqual([
      { path: "prompt", key: "too_small.string", values: { minimum: 2 } },
      { path: "n", key: "too_small.number", values: { minimum: 1 } },
      { path: "images", key: "too_big.array", values: { maximum: 1 } },
    ]);
    expect(problemsOf(z.string().max(3), "four")).toEqual([
      { path: "", key: "too_big.string", values: { maximum: 3 } },
    ]);
  });

  it("names formats, choices, steps and unknown fields", () => {
    const schema = z.strictObject({
      email: z.email(),
      link: z.url(),
      id: z.uuid(),
      ratio: z.enum(["1:1", "16:9"]),
      width: z.number().multipleOf(8),
    });
    expect(problemsOf(schema, { email: "a", link: "b", id: "c", ratio: "2:1", width: 9, widht: 8 })).toEqual([
      { path: "email", key: "email" },
      { path: "link", key: "url" },
      { path: "id", key: "invalid_format" },
      { path: "ratio", key: "invalid_value", values: { options: "1:1, 16:9" } },
      { path: "width", key: "not_multiple_of", values: { divisor: 8 } },
      { path: "widht", key: "unrecognized_key" },
    ]);
  });

  it("lets a custom issue name its own message and hides what is not text or number", () => {
    const schema = z.object({ list: z.array(z.string()) }).superRefine((_value, context) => {
      context.addIssue({
        code: "custom",
        path: ["list", 0],
        params: { key: "tooManyMarks", maximum: 3, inside: { secret: 1 } },
      });
      context.addIssue({ code: "custom", path: ["list"] });
    });
    expect(problemsOf(schema, { list: ["a"] })).toEqual([
      { path: "list.0", key: "tooManyMarks", values: { maximum: 3 } },
      { path: "list", key: "invalid" },
    ]);
  });

  it("tells the problems of the one branch of a union that fits", () => {
    const source = z.union([z.object({ url: z.url() }), z.string()]);
    expect(problemsOf(z.object({ source }), { source: { url: "x" } })).toEqual([
      { path: "source.url", key: "url" },
    ]);
    expect(problemsOf(z.object({ source }), { source: 1 })).toEqual([{ path: "source", key: "invalid" }]);
  });
});
