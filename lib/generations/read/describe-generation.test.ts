import { expect, it } from "vitest";
import { describeGeneration, type DescribedGeneration } from "./describe-generation";

const model = "speech-2.6-hd";
const file = (name: string | null) => ({
  field: "text_file",
  assetId: "01900000-0000-7000-8000-000000000000",
  mimeType: "text/plain",
  name,
});

it.each<[string, Omit<DescribedGeneration, "title">]>([
  ["A slow waltz", { model, input: { prompt: "A slow\n waltz", lyrics: "[Verse]\nla" } }],
  ["la", { model, input: { prompt: "", lyrics: "[Verse]\nla" } }],
  ["Nothing. Only the sea.", { model, input: { text: "Nothing.<#0.8#>Only the sea." } }],
  ["A slow waltz", { model, input: { prompt: "A slow waltz" }, inputFiles: [file("evening.mp3")] }],
  // From the first moment on, when nothing is told of it yet.
  ["book.zip", { model, input: {}, inputFiles: [file(null), file("book.zip")] }],
  ["keeper.txt", { model, input: {}, facts: { text_file_name: "keeper.txt" } }],
  [model, { model, input: {}, inputFiles: [file(null)] }],
])("calls it %j, and otherwise where its person does", (words, generation) => {
  expect(describeGeneration({ ...generation, title: null })).toBe(words);
  expect(describeGeneration({ ...generation, title: "Harbour, final" })).toBe("Harbour, final");
});

it("searches the title of an input", () => {
  const input = { title: "Chapter one", prompt: "A keeper" };
  expect(describeGeneration({ model, input, title: null })).toBe("Chapter one");
});
