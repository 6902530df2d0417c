import { expect, it } from "vitest";
import { describeGeneration } from "./describe-generation";

const model = "speech-2.6-hd";
const file = (name: string | null) => ({
  field: "text_file",
  assetId: "01900000-0000-7000-8000-000000000000",
  mimeType: "text/plain",
  name,
});

it.each<[string, Parameters<typeof describeGeneration>[0]]>([
  ["A slow waltz", { model, input: { prompt: "A slow\n waltz", lyrics: "[Verse]\nla" } }],
  ["la", { model, input: { prompt: "", lyrics: "[Verse]\nla" } }],
  ["Nothing. Only the sea.", { model, input: { text: "Nothing.<#0.8#>Only the sea." } }],
  ["A slow waltz", { model, input: { prompt: "A slow waltz" }, inputFiles: [file("evening.mp3")] }],
  // From the first moment on, when nothing is told of it yet.
  ["book.zip", { model, input: {}, inputFiles: [file(null), file("book.zip")] }],
  ["keeper.txt", { model, input: {}, facts: { text_file_name: "keeper.txt" } }],
  [model, { model, input: {}, inputFiles: [file(null)] }],
])("calls it %j", (title, generation) => {
  expect(describeGeneration(generation)).toBe(title);
});
