import { describe, expect, it } from "vitest";
import { z } from "zod";
import { choiceField, strictObject, textField } from "@/lib/service/contract/fields";
import { checkRegistries, conformanceChecks, type ConformanceCheckName } from "./conformance-checks";
import type { ConformanceSubject, SubjectDefinition } from "./subject";
import { createSampleSubject } from "./testing/sample-subject";

type Break = (subject: ConformanceSubject) => ConformanceSubject;
type Messages = Record<string, unknown> & { fields: Record<string, unknown> };

/** A title, how to cause the fault, and what the check reports. */
type Fault = [title: string, breakSubject: Break, told: RegExp];

const define = (change: (definition: SubjectDefinition) => Partial<SubjectDefinition>): Break => {
  return (subject) => ({ ...subject, definition: { ...subject.definition, ...change(subject.definition) } });
};
const withInput = (input: Record<string, unknown>): Break =>
  define(({ examples: [first, ...rest] }) => ({
    examples: [{ key: first!.key, input: { ...first!.input, ...input } }, ...rest],
  }));
const withSummary = (change: Partial<ReturnType<SubjectDefinition["summariseInput"]>>): Break =>
  define(({ summariseInput }) => ({ summariseInput: (input) => ({ ...summariseInput(input), ...change }) }));
const withFile = (change: (files: Set<string>) => void): Break => {
  return (subject) => {
    const files = new Set(subject.files);
    change(files);
    return { ...subject, files };
  };
};
const withWords = (locale: "en" | "zh", change: (words: Messages) => void): Break => {
  return (subject) => {
    const words = structuredClone(subject.messages[locale]) as Messages;
    change(words);
    return { ...subject, messages: { ...subject.messages, [locale]: words } };
  };
};
const model = choiceField(["sample-1", "sample-2"]).describe("The model.");
const prompt = textField({ key: "sample.prompt", min: 1, max: 100 }).describe("What it shows.");
const withSchema = (schema: z.ZodType): Break =>
  define(() => ({
    inputSchema: schema as unknown as SubjectDefinition["inputSchema"],
    examples: [{ key: "one", input: { model: "sample-1", prompt: "One" } }],
  }));

/** At least one fault for each check, which proves that it can fail. */
const faults: Record<ConformanceCheckName, [Fault, ...Fault[]]> = {
  identity: [
    ["another id", define(() => ({ id: "other" })), /The folder is sample, the id other/],
    [
      "a name that is no path",
      (subject) => define(() => ({ id: "Sample_1" }))({ ...subject, folder: "Sample_1" }),
      /not lower-case words/,
    ],
  ],
  files: [
    ["no form", withFile((files) => files.delete("form.tsx")), /form\.tsx is missing/],
    ["no notes", withFile((files) => files.delete("README.md")), /README\.md is missing/],
    ["no Chinese words", withFile((files) => files.delete("messages/zh.json")), /zh\.json is missing/],
    ["an empty README", (subject) => ({ ...subject, readme: "# Sample\n" }), /README/],
  ],
  runner: [
    ["no runner", (subject) => ({ ...subject, runner: undefined }), /does not export `runner`/],
    ["no start", (subject) => ({ ...subject, runner: { prepare: () => 1 } }), /no start/],
    [
      "a poll that cannot be called",
      (subject) => ({ ...subject, runner: { prepare: () => 1, start: () => 1, poll: {} } }),
      /poll is not a function/,
    ],
  ],
  form: [["no form", (subject) => ({ ...subject, form: undefined }), /no default export/]],
  messages: [
    ["no title", withWords("en", (words) => delete words.title), /en\.json has no title/],
    [
      "a field without a name",
      withWords("en", (words) => delete words.fields.n),
      /en\.json has no fields\.n/,
    ],
    ["an example without a name", withWords("en", (words) => delete words.examples), /no examples\.two/],
    ["a key without translation", withWords("zh", (words) => delete words.lead), /zh\.json has no lead/],
    ["a translation of nothing", withWords("zh", (words) => (words.more = "x")), /zh\.json alone has more/],
    ["an empty text", withWords("zh", (words) => (words.lead = " ")), /lead is empty/],
  ],
  defaultInput: [
    [
      "a new form that is wrong",
      define(() => ({ defaultInput: { model: "sample-1", prompt: "", n: 9 } })),
      /n is refused/,
    ],
    [
      "a field that need not be filled",
      define(() => ({ defaultInput: { model: "sample-1", prompt: "x" } })),
      /prompt need not be filled/,
    ],
  ],
  examples: [
    ["two only", define(({ examples }) => ({ examples: examples.slice(1) })), /2 examples/],
    [
      "a key twice",
      define(({ examples }) => ({ examples: examples.map((example) => ({ ...example, key: "one" })) })),
      /one key/,
    ],
    ["one that breaks a rule", withInput({ loud: true }), /Example one: loud breaks sample\.loud\.model/],
  ],
  unknownField: [
    ["a schema that drops it", withSchema(z.object({ model, prompt })), /unknown field is not told/],
  ],
  roundTrip: [
    [
      "a date",
      withSchema(z.strictObject({ model, prompt: prompt.transform(() => new Date(0)) })),
      /JSON loses a part/,
    ],
    [
      "a transformation that goes on",
      withSchema(z.strictObject({ model, prompt: prompt.transform((text) => `${text}!`) })),
      /does not parse to itself/,
    ],
  ],
  variation: [
    [
      "an input that is refused",
      define(() => ({ varyInput: (input) => ({ ...input, n: 99 }) })),
      /what varyInput gives is refused/,
    ],
    [
      "another wish",
      define(() => ({ varyInput: (input) => ({ ...input, prompt: "Other" }) })),
      /changes what is asked for/,
    ],
  ],
  summary: [
    ["another model", withSummary({ model: "sample-3" }), /the model is told as "sample-3"/],
    ["an unknown endpoint", withSummary({ endpoint: "nothing" as "speech" }), /no endpoint nothing/],
    ["no output", withSummary({ expectedOutputs: { role: "image", count: 0 } }), /0 outputs/],
    ["an output without role", withSummary({ expectedOutputs: { role: "", count: 1 } }), /no role/],
  ],
  searchText: [["nothing to find it by", withSummary({ searchText: "" }), /searchText lacks prompt/]],
  inputMedia: [
    ["no files listed", define(() => ({ listInputAssets: () => [] })), /not listed: first_frame = /],
    [
      "no addresses listed",
      define(() => ({ listInputUrls: () => [] })),
      /not listed: references\.0\.file = https/,
    ],
    [
      "the second of a list left out",
      define(({ listInputAssets }) => ({
        listInputAssets: (input) => listInputAssets(input).filter(({ field }) => !field.includes(".1.")),
      })),
      /not listed: references\.1\.file/,
    ],
    [
      "another place",
      define(({ listInputAssets }) => ({
        listInputAssets: (input) => listInputAssets(input).map((each) => ({ ...each, field: "file" })),
      })),
      /not there: file = /,
    ],
    [
      "a kind that is not there",
      define(({ listInputAssets }) => ({
        listInputAssets: (input) => listInputAssets(input).map((each) => ({ ...each, kind: "picture" })),
      })),
      /kind picture/,
    ],
  ],
  jsonSchema: [
    [
      "an open part",
      withSchema(strictObject({ model, prompt, more: z.looseObject({}).optional() })),
      /more takes unknown fields/,
    ],
    [
      "a schema that says less than it takes",
      withSchema(strictObject({ model, prompt: prompt.meta({ maxLength: 1 }) })),
      /refuses the example one/,
    ],
  ],
  descriptions: [
    [
      "a field without one",
      withSchema(strictObject({ model, prompt, more: z.string() })),
      /more has no description/,
    ],
    [
      "rules that nobody tells",
      withSchema(strictObject({ model, prompt }).superRefine(() => undefined)),
      /rules between fields/,
    ],
  ],
  fieldNames: [
    [
      "another spelling",
      withSchema(strictObject({ model, prompt, firstFrame: z.string().optional() })),
      /firstFrame is not in snake_case/,
    ],
  ],
};

describe("conformance checks", () => {
  it.each(Object.entries(conformanceChecks))("%s: takes a generator that is whole", (_name, check) => {
    expect(check(createSampleSubject())).toEqual([]);
  });

  describe.each(Object.entries(faults))("%s", (name, ways) => {
    it.each(ways)("finds %s", (_title, breakSubject, told) => {
      const check = conformanceChecks[name as ConformanceCheckName];
      expect(check(breakSubject(createSampleSubject())).join("\n")).toMatch(told);
    });
  });

  it("throws where zod cannot say the schema at all", () => {
    const broken = withSchema(strictObject({ model, prompt, when: z.date() }))(createSampleSubject());
    expect(() => conformanceChecks.jsonSchema(broken)).toThrow();
  });
});

describe("checkRegistries", () => {
  it("takes registries that list the folders, in any order", () => {
    expect(checkRegistries(["a", "b"], { one: ["b", "a"], two: ["a", "b"] })).toEqual([]);
  });

  it.each([
    [{ one: ["a"] }, "one does not list b."],
    [{ one: ["a", "b", "c"] }, "one lists c, which has no folder."],
    [{ one: ["a", "b", "b"] }, "one lists one twice."],
  ])("finds %o", (registries, told) => {
    expect(checkRegistries(["a", "b"], registries)).toEqual([told]);
  });
});
