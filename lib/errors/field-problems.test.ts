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
    const schema = z.object({ prompt: z.string(), model: z.enum(["a"]), n: z.number() });
    expect(problemsOf(schema, { n: "4" })).toEqual([
      { path: "prompt", key: "field.required", values: { expected: "string" } },
      { path: "model", key: "field.required", values: { allowed: "a" } },
      { path: "n", key: "field.type", values: { expected: "number" } },
    ]);
  });

  it("names limits by what they count", () => {
    const schema = z.object({
      prompt: z.string().min(2).max(3),
      n: z.int().min(1),
      images: z.array(z.string()).max(1),
    });
    const problems = problemsOf(schema, { prompt: "a", n: 0, images: ["a", "b"] });
    expect(problems).toMatchObject([
      { path: "prompt", key: "field.too-short", values: { minimum: 2 } },
      { path: "n", key: "field.too-small", values: { minimum: 1 } },
      { path: "images", key: "field.too-many", values: { maximum: 1 } },
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
    expect(
      problemsOf(schema, { email: "a", link: "b", id: "c", ratio: "2:1", width: 9, widht: 8 }),
    ).toMatchObject([
      { path: "email", key: "field.email" },
      { path: "link", key: "field.url" },
      { path: "id", key: "field.format" },
      { path: "ratio", key: "field.choice", values: { allowed: "1:1, 16:9" } },
      { path: "width", key: "field.multiple", values: { divisor: 8 } },
      { path: "widht", key: "field.unknown" },
    ]);
  });

  it("takes the key that a schema gives as its error text", () => {
    const schema = z.object({ width: z.number().max(2048, { error: "image.width.range" }) });
    expect(problemsOf(schema, { width: 4000 })).toMatchObject([
      { path: "width", key: "image.width.range", values: { maximum: 2048 } },
    ]);
  });

  it("lets a custom issue name its own message and hides what is not text or number", () => {
    const schema = z.object({ list: z.array(z.string()) }).superRefine((_value, context) => {
      context.addIssue({
        code: "custom",
        path: ["list", 0],
        params: { key: "list.too-many-marks", maximum: 3, inside: { secret: 1 } },
      });
      context.addIssue({ code: "custom", path: ["list"] });
    });
    expect(problemsOf(schema, { list: ["a"] })).toEqual([
      { path: "list.0", key: "list.too-many-marks", values: { maximum: 3 } },
      { path: "list", key: "field.invalid" },
    ]);
  });

  it("tells the problems of the one branch of a union that fits", () => {
    const source = z.union([z.object({ url: z.url() }), z.string()]);
    expect(problemsOf(z.object({ source }), { source: { url: "x" } })).toMatchObject([
      { path: "source.url", key: "field.url" },
    ]);
    expect(problemsOf(z.object({ source }), { source: 1 })).toEqual([{ path: "source", key: "field.type" }]);
  });

  it("tells at most the first hundred problems", () => {
    const names = Array.from({ length: 5_000 }, (_, at) => `k${at}`);
    const input = Object.fromEntries(names.map((name) => [name, 1]));
    expect(problemsOf(z.strictObject({}), input)).toHaveLength(100);
    expect(problemsOf(z.record(z.string(), z.string()), input)).toHaveLength(100);
  });
});
