import { expect, it } from "vitest";
import { toSentenceInput } from "./use-remake-sentence";

const voice_setting = { voice_id: "English_Graceful_Lady", speed: 1.2 };

it("keeps everything of the input but the text", () => {
  const input = { model: "speech-2.6-hd", text: "One. Two.", voice_setting, subtitle_enable: true };
  expect(toSentenceInput(input, "Two.")).toEqual({ ...input, text: "Two." });
});

it("sends a sentence of a file as a text", () => {
  expect(toSentenceInput({ model: "speech-2.8-hd", text_file_id: "12", voice_setting }, "Two.")).toEqual({
    model: "speech-2.8-hd",
    voice_setting,
    text: "Two.",
  });
  const text_file = { assetId: "01900000-0000-7000-8000-000000000000" };
  expect(toSentenceInput({ model: "speech-2.8-hd", text_file }, "Two.")).not.toHaveProperty("text_file");
});

it("leaves out pauses at the ends, where the service takes none, and keeps those inside", () => {
  expect(toSentenceInput({}, " <#0.5#>One,<#1#> two.<#2.25#> ")).toEqual({ text: "One,<#1#> two." });
});
