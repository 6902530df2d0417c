import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { imageInputSchema } from "@/generators/image/image-input";
import { speechInputSchema } from "@/generators/speech/speech-input";
import { listBatchFields } from "./batch-fields";
import { readTable } from "./read-table";

const limit = 500;
const fields = listBatchFields(imageInputSchema);
const read = (text: string) => readTable(text, { fields, limit });

describe("fields of a table", () => {
  it("are those of the schema, with what they take", () => {
    const types = Object.fromEntries(fields.map(({ path, type }) => [path, type]));
    expect(types).toMatchObject({
      prompt: "text",
      model: "text",
      n: "number",
      width: "number",
      seed: "number-or-text",
      prompt_optimizer: "boolean",
      "style.style_type": "text",
      subject_reference: "json",
    });
    expect(fields.filter(({ isFreeText }) => isFreeText).map(({ path }) => path)).toContain("prompt");
    expect(fields.find(({ path }) => path === "model")?.isFreeText).toBe(false);
    const ofSpeech = listBatchFields(speechInputSchema).map(({ path }) => path);
    expect(ofSpeech).toContain("voice_setting.voice_id");
  });

  it("take JSON where a cell could mean several things", () => {
    const schema = z.object({ either: z.union([z.string(), z.boolean()]), list: z.array(z.string()) });
    expect(listBatchFields(schema).map(({ type }) => type)).toEqual(["json", "json"]);
  });
});

describe("a pasted table", () => {
  it("is read with tabs, as a spreadsheet copies it", () => {
    const { rows, problems } = read(
      'prompt\tn\tprompt_optimizer\n"a, ""big"" boat\non the sea"\t2\tTRUE\nplain\t\t\n',
    );
    expect(problems).toEqual([]);
    expect(rows).toEqual([
      { prompt: 'a, "big" boat\non the sea', n: 2, prompt_optimizer: true },
      { prompt: "plain" },
    ]);
  });

  it("is read with commas, and skips empty lines", () => {
    const { rows } = read("prompt,seed,style.style_type\r\na,9223372036854775807,x\r\n\r\nb,-5,\r\n");
    expect(rows).toEqual([
      { prompt: "a", seed: "9223372036854775807", "style.style_type": "x" },
      { prompt: "b", seed: -5 },
    ]);
  });

  it.each([
    ["prompt,colour\na,b", [{ column: "colour", key: "batch.table.unknown", values: { column: "colour" } }]],
    ["prompt,prompt\na,b", [{ column: "prompt", key: "batch.table.twice", values: { column: "prompt" } }]],
    ["prompt,\na,b", [{ key: "batch.table.unnamed", values: { column: 2 } }]],
    [
      "prompt,__proto__\na,b",
      [{ column: "__proto__", key: "batch.table.unknown", values: { column: "__proto__" } }],
    ],
    ["prompt", [{ key: "batch.table.empty" }]],
    ["prompt,n\na,1\nb,many", [{ row: 2, column: "n", key: "batch.table.number" }]],
    [
      "prompt,prompt_optimizer\na,maybe",
      [{ row: 1, column: "prompt_optimizer", key: "batch.table.boolean" }],
    ],
    ["prompt,subject_reference\na,[1", [{ row: 1, column: "subject_reference", key: "batch.table.json" }]],
    ["prompt\na\nb,c", [{ row: 2, key: "batch.table.cells", values: { cells: 2, columns: 1 } }]],
  ])("%j has problems where they are", (text, problems) => {
    expect(read(text)).toMatchObject({ rows: [], problems });
  });

  it("says that a quotation mark is not closed, and in which row", () => {
    expect(read('prompt\na\n"b').problems).toEqual([{ row: 2, key: "batch.table.quotes" }]);
  });

  it("takes 500 rows, and says the limit to 10,000", () => {
    const table = (count: number) =>
      ["prompt", ...Array.from({ length: count }, (_none, row) => `boat ${row}`)].join("\n");
    expect(read(table(500)).rows).toHaveLength(500);
    expect(read(table(10_000))).toMatchObject({
      rows: [],
      problems: [{ key: "batch.too-many", values: { limit } }],
    });
  });

  it("returns what any writer of CSV quotes", () => {
    const cell = fc
      .string({ unit: fc.constantFrom("a", '"', ",", "\t", "\n", " ", "{") })
      .map((text) => `x${text}x`);
    fc.assert(
      fc.property(
        fc.array(cell, { minLength: 1, maxLength: 5 }),
        fc.constantFrom(",", "\t"),
        (cells, separator) => {
          const quoted = cells.map((text) => `1${separator}"${text.replaceAll('"', '""')}"`);
          const { rows, problems } = read([`n${separator}prompt`, ...quoted].join("\r\n"));
          expect(problems).toEqual([]);
          expect(rows).toEqual(cells.map((text) => ({ n: 1, prompt: text })));
        },
      ),
    );
  });

  it("never throws", () => {
    const text = fc.string({ unit: fc.constantFrom("prompt", "n", '"', ",", "\t", "\n", " ") });
    fc.assert(fc.property(text, (table) => void expect(Array.isArray(read(table).problems)).toBe(true)));
  });
});
