import { describe, expect, it } from "vitest";
import { splitLanguages } from "./languages.ts";
import { type ScriptOptions, writeScript } from "./speech-script.ts";

const plain: ScriptOptions = {
  voiceLanguage: "en-us",
  languageBoost: null,
  pronunciations: [],
  hasToneTags: false,
};
const wordsOf = (text: string, options: Partial<ScriptOptions> = {}) =>
  writeScript(text, { ...plain, ...options }).flatMap(({ parts }) =>
    parts.flatMap((part) => (part.kind === "words" ? part.runs.map((run) => run.text.trim()) : [])),
  );

describe("writeScript", () => {
  it("finds sentences with their positions, and paragraphs", () => {
    const text = "One here. Two there!\nThree.";
    const script = writeScript(text, plain);
    expect(script.map(({ startIndex, endIndex }) => text.slice(startIndex, endIndex))).toEqual([
      "One here.",
      "Two there!",
      "Three.",
    ]);
    expect(script.map(({ endsParagraph }) => endsParagraph)).toEqual([false, true, false]);
  });

  it("keeps pauses within a sentence and between two", () => {
    const [first, second] = writeScript("Wait <#1.5#> here. <#2#> Then go.", plain);
    expect(first?.parts.map(({ kind }) => kind)).toEqual(["words", "pause", "words"]);
    expect(first).toMatchObject({ text: "Wait here.", pauseAfterSeconds: 2 });
    expect(second).toMatchObject({ text: "Then go.", pauseAfterSeconds: null });
  });

  it("applies the dictionary once, the longest entry first, and removes the brackets of pinyin", () => {
    const pronunciations = [
      ["omg", "oh my god"],
      ["omg wow", "gee"],
      ["god", "goose"],
      ["处理", "(chu3)(li3)"],
    ] as const;
    expect(wordsOf("omg omg wow", { pronunciations })).toEqual(["oh my god gee"]);
    expect(wordsOf("处理", { pronunciations, voiceLanguage: "cmn" }).join(" ")).toMatch(/chu3 +li3/);
  });

  it("speaks tone tags as sounds if the model supports them, else as words", () => {
    const [sentence] = writeScript("Well (laughs) yes (smile).", { ...plain, hasToneTags: true });
    expect(sentence?.parts.map(({ kind }) => kind)).toEqual(["words", "tone", "words"]);
    expect(wordsOf("Well (laughs) yes.")).toEqual(["Well (laughs) yes."]);
  });

  it("passes no commands to the synthesizer", () => {
    expect(wordsOf("a [[h@l'oU]] <break/> b")).toEqual(["a h@l'oU break/ b"]);
  });
});

describe("splitLanguages", () => {
  const languagesOf = (text: string, preferred: string) =>
    splitLanguages(text, preferred).map(({ language }) => language);

  it("reads each script in a language that uses it", () => {
    expect(languagesOf("Hello 世界", "en-us")).toEqual(["en-us", "cmn"]);
    expect(languagesOf("你好 GitHub 2 朋友", "yue")).toEqual(["yue", "en-us", "yue"]);
    expect(languagesOf("Привет мир", "de")).toEqual(["ru"]);
    expect(languagesOf("Привіт", "uk")).toEqual(["uk"]);
    expect(languagesOf("3.14", "ja")).toEqual(["ja"]);
  });

  it("splits long texts without losing anything", () => {
    const text = "长".repeat(500);
    const runs = splitLanguages(text, "cmn");
    expect(runs.map((run) => run.text).join("")).toBe(text);
    expect(Math.max(...runs.map((run) => run.text.length))).toBeLessThanOrEqual(60);
  });
});
