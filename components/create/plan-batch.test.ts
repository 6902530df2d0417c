import { describe, expect, it } from "vitest";
import { imageInputSchema } from "@/generators/image/image-input";
import { narrationInputSchema } from "@/generators/narration/narration-input";
import { listBatchFields } from "@/lib/batches/batch-fields";
import { findTemplateFields, planTable, planTemplate } from "./plan-batch";

const form = { input: { model: "image-01", prompt: "a boat", n: 1 }, rules: imageInputSchema };
const fields = listBatchFields(imageInputSchema);

describe("texts with alternatives", () => {
  it("are those of the form that take any text", () => {
    expect(findTemplateFields({ ...form.input, style: { style_type: "x" } }, fields)).toEqual({
      prompt: "a boat",
    });
    expect(findTemplateFields({ model: "image-01", prompt: "" }, fields)).toEqual({ prompt: "" });
    const ofNarration = listBatchFields(narrationInputSchema);
    expect(findTemplateFields({ text: "Once", text_file_id: "1" }, ofNarration)).toEqual({ text: "Once" });
  });

  it("have their problems at their fields, and those of the form by name", () => {
    expect(planTemplate({ prompt: "{a|b} boat" }, form)).toMatchObject({ count: 2, problems: [] });
    expect(planTemplate({ prompt: "{a" }, form).problems).toMatchObject([{ path: "template.prompt" }]);
    expect(planTemplate({ prompt: "{|a}" }, form).problems).toMatchObject([
      { path: "template.prompt", key: "image.prompt.empty" },
    ]);
    const many = planTemplate({ prompt: "{1|2|3|4|5|6|7|8|9|0}".repeat(3) }, form);
    expect(many).toMatchObject({ count: 1_000, rows: [], problems: [{ key: "batch.too-many" }] });
    const wrong = { ...form, input: { ...form.input, n: 99 } };
    expect(planTemplate({ prompt: "{a|b}" }, wrong).problems).toMatchObject([{ column: "n" }]);
  });
});

describe("a table", () => {
  it("has its problems in rows and columns", () => {
    expect(planTable("prompt,n\nx,1\ny,99", form, fields).problems).toMatchObject([
      { row: 2, column: "n", key: "image.n.range" },
    ]);
    expect(planTable("prompt,n\nx,1\ny,many", form, fields)).toMatchObject({
      count: 0,
      problems: [{ row: 2, column: "n", key: "batch.table.number" }],
    });
    expect(planTable("prompt\nx\ny", form, fields)).toMatchObject({ count: 2, problems: [] });
  });
});
