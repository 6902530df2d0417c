import { describe, expect, it } from "vitest";
import { toParagraphs } from "./paragraphs";
import type { Sentence } from "@/lib/media/subtitles/subtitles-dto";

/** Sentences of a second each, one after the other. */
const speak = (texts: readonly string[], pausesMs: readonly number[] = []): Sentence[] => {
  let atMs = 0;
  return texts.map((text, index) => {
    atMs += pausesMs[index] ?? 0;
    const sentence = { index, text, startMs: atMs, endMs: atMs + 1_000 };
    atMs += 1_000;
    return sentence;
  });
};
const texts = (sentences: Sentence[], text?: string) =>
  toParagraphs(sentences, text).map((paragraph) => paragraph.sentences.map((each) => each.text));

describe("toParagraphs with the text", () => {
  it("breaks where the text breaks", () => {
    const text = "It was late. Nobody spoke.\n\nThen the bell rang. Twice.\nThe end.";
    const sentences = speak(["It was late.", "Nobody spoke.", "Then the bell rang.", "Twice.", "The end."]);
    expect(texts(sentences, text)).toEqual([
      ["It was late.", "Nobody spoke."],
      ["Then the bell rang.", "Twice."],
      ["The end."],
    ]);
  });

  it("finds sentences with different white space and pauses", () => {
    const text = "One  long\tline<#0.5#> here.\nAnother <#2#>one.";
    expect(texts(speak(["One long line here. ", " Another one."]), text)).toEqual([
      ["One long line<#0.5#> here."],
      ["Another <#2#>one."],
    ]);
  });

  it("keeps pauses between sentences, which subtitles omit", () => {
    const text = "It was late.<#0.8#>Nobody spoke.\n<#2#>Then the bell rang.";
    const sentences = speak(["It was late.", "Nobody spoke.", "Then the bell rang."]);
    const pauses = toParagraphs(sentences, text).map((each) => each.sentences.map(({ pause }) => pause));
    expect(pauses).toEqual([[undefined, "<#0.8#>"], ["<#2#>"]]);
  });

  it("keeps an unknown sentence in the previous paragraph and continues after it", () => {
    const text = "First.\nSecond is 2nd.\nThird.";
    expect(texts(speak(["First.", "Second is second.", "Third."]), text)).toEqual([
      ["First.", "Second is second."],
      ["Third."],
    ]);
  });

  it("does not match a similar sentence far away", () => {
    const text = `Yes.\n${"word ".repeat(2_000)}\nNo.\nLast.`;
    expect(texts(speak(["Yes.", "No."]), text)).toEqual([["Yes.", "No."]]);
  });

  it("separates sentences with spaces only in scripts that have them", () => {
    const [chinese] = toParagraphs(speak(["雨下了一夜。", "没有人说话。"]), "雨下了一夜。没有人说话。");
    expect(chinese!.sentences.map(({ spaced }) => spaced)).toEqual([false, false]);
    const [english] = toParagraphs(speak(["It rained.", "All night."]), "It rained. All night.");
    expect(english!.sentences.map(({ spaced }) => spaced)).toEqual([false, true]);
  });

  it("places every sentence of a long text once", () => {
    const lines = Array.from({ length: 400 }, (_, line) =>
      [0, 1, 2].map((each) => `This is sentence ${line * 3 + each} of the book.`),
    );
    const sentences = speak(lines.flat());
    const paragraphs = toParagraphs(sentences, lines.map((line) => line.join(" ")).join("\n"));
    expect(paragraphs).toHaveLength(400);
    expect(paragraphs.flatMap((each) => each.sentences.map(({ index }) => index))).toEqual(
      sentences.map(({ index }) => index),
    );
  });
});

describe("toParagraphs without the text", () => {
  it("breaks at longer pauses and at line ends that the service kept", () => {
    expect(texts(speak(["A.", "B.", "C.\n", "D."], [0, 200, 900, 0]))).toEqual([
      ["A.", "B."],
      ["C."],
      ["D."],
    ]);
  });

  it("limits the length of a paragraph", () => {
    const paragraphs = toParagraphs(speak(Array.from({ length: 30 }, (_, index) => `${index}.`)));
    expect(paragraphs.map(({ sentences }) => sentences.length)).toEqual([12, 12, 6]);
  });

  it("returns none without sentences", () => {
    expect(toParagraphs([])).toEqual([]);
  });
});
