import type { z } from "zod";
import {
  booleanField,
  choiceField,
  integerField,
  listField,
  strictObject,
  textField,
} from "@/lib/service/contract/fields";
import { reportProblem } from "@/lib/service/contract/issue";
import { defineGenerator } from "../../define-generator";
import { mediaSourceSchema } from "../../media-source";
import { listRequiredFiles } from "../generator-names";
import type { ConformanceSubject, SubjectDefinition } from "../subject";

const inputSchema = strictObject({
  model: choiceField(["sample-1", "sample-2"]).describe("The model."),
  prompt: textField({ key: "sample.prompt", min: 1, max: 100 }).describe("What it shows."),
  n: integerField({ key: "sample.n", min: 1, max: 4 }).optional().describe("How many."),
  loud: booleanField().optional().describe("Whether it is loud."),
  first_frame: mediaSourceSchema.optional().describe("What it begins with."),
  references: listField(
    strictObject({
      kind: choiceField(["character"]).describe("What it is."),
      file: mediaSourceSchema.describe("Where it is."),
    }),
    { key: "sample.references", max: 3 },
  )
    .optional()
    .describe("What it looks like."),
})
  .superRefine((input, context) => {
    if (input.loud && input.model !== "sample-2") reportProblem(context, ["loud"], "sample.loud.model");
  })
  .describe("A sample; only sample-2 can be loud.");

function listSources({ first_frame, references = [] }: z.output<typeof inputSchema>) {
  return [
    ...(first_frame ? [{ field: "first_frame", source: first_frame }] : []),
    ...references.map(({ file }, index) => ({ field: `references.${index}.file`, source: file })),
  ];
}

const definition = defineGenerator({
  id: "sample",
  produces: "picture",
  icon: "picture",
  inputSchema,
  defaultInput: { model: "sample-1", prompt: "", n: 1 },
  requiredByPerson: ["prompt"],
  examples: [
    { key: "one", input: { model: "sample-1", prompt: "One" } },
    { key: "two", input: { model: "sample-2", prompt: "Two", n: 2, loud: true } },
    {
      key: "three",
      input: {
        model: "sample-1",
        prompt: "Three",
        references: [{ kind: "character", file: { url: "https://example.test/a.png" } }],
      },
    },
  ],
  summariseInput: (input) => ({
    model: input.model,
    endpoint: "imageGeneration",
    expectedOutputs: { role: "image", count: input.n ?? 1 },
    searchText: input.prompt,
  }),
  listInputAssets: (input) =>
    listSources(input).flatMap(({ field, source }) =>
      "assetId" in source ? [{ field, assetId: source.assetId, kind: "image" }] : [],
    ),
  listInputUrls: (input) =>
    listSources(input).flatMap(({ field, source }) => ("url" in source ? [{ field, url: source.url }] : [])),
  varyInput: (input) => input,
});

const messages = {
  title: "Sample",
  lead: "A sample.",
  fields: {
    model: "Model",
    prompt: "Prompt",
    n: "Number",
    loud: "Loud",
    first_frame: "First frame",
    references: "References",
  },
  examples: { one: "One", two: "Two", three: "Three" },
};

/** A generator that passes every check, for tests to break. */
export function createSampleSubject(): ConformanceSubject {
  return {
    folder: "sample",
    files: new Set(listRequiredFiles("sample")),
    definition: { ...definition } as unknown as SubjectDefinition,
    runner: { prepare: () => undefined, start: () => undefined },
    form: () => null,
    messages: { en: structuredClone(messages), zh: structuredClone(messages) },
    readme:
      "# Sample\n\nA generator that exists in tests only, so that they can break it in every way there is.",
  };
}
