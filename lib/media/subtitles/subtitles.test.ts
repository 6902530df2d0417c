import { describe, expect, it } from "vitest";
import { parseSubtitles, writeSrt, writeVtt } from "./subtitles";

const parse = (value: unknown, durationMs?: number) => parseSubtitles(JSON.stringify(value), { durationMs });
const times = (sentences: { text: string; startMs: number; endMs: number }[]) =>
  sentences.map(({ text, startMs, endMs }) => [text, startMs, endMs]);

describe("parseSubtitles", () => {
  it("reads the service's format", () => {
    const file = [
      { text: "One.", time_begin: 0, time_end: 1234.567, text_begin: 0, text_end: 4, words: null },
      { text: " 二。\n", time_begin: 1500.5, time_end: 2000, text_begin: 4, text_end: 6 },
    ];
    expect(parse(file)).toEqual([
      { index: 0, text: "One.", startMs: 0, endMs: 1235 },
      { index: 1, text: "二。", startMs: 1501, endMs: 2000 },
    ]);
  });

  it("sorts sentences by time and ignores a byte order mark", () => {
    const file = [
      { text: "c", time_begin: 20, time_end: 30 },
      { text: "a", time_begin: 0, time_end: 10 },
      { text: "b", time_begin: 10, time_end: 20 },
    ];
    const sentences = parseSubtitles(`\uFEFF${JSON.stringify(file)}`);
    expect(sentences.map(({ index, text }) => [index, text])).toEqual([
      [0, "a"],
      [1, "b"],
      [2, "c"],
    ]);
  });

  it("accepts numbers as strings", () => {
    const file = [{ text: "a", time_begin: "1.5e3", time_end: " 2000.4 " }];
    expect(times(parse(file))).toEqual([["a", 1500, 2000]]);
  });

  it("replaces missing and impossible times by those of the neighbours or the length of the audio", () => {
    const file = [
      { text: "a", time_end: 100 },
      { text: "b" },
      { text: "c", time_begin: 300, time_end: 200 },
      { text: "d", time_begin: null, time_end: "soon" },
      { text: "e", time_begin: 900, time_end: -5 },
    ];
    expect(times(parse(file, 1500))).toEqual([
      ["a", 0, 100],
      ["b", 100, 300],
      ["c", 300, 300],
      ["d", 300, 900],
      ["e", 900, 1500],
    ]);
    expect(parse(file).at(-1)).toMatchObject({ startMs: 900, endMs: 900 });
  });

  it("ends each sentence before the next begins", () => {
    const file = [
      { text: "a", time_begin: 0, time_end: 1000 },
      { text: "b", time_begin: 200, time_end: 500 },
      { text: "c", time_begin: 450, time_end: 900 },
    ];
    expect(times(parse(file))).toEqual([
      ["a", 0, 200],
      ["b", 200, 450],
      ["c", 450, 900],
    ]);
  });

  it("skips entries without words, and returns none for a file without sentences", () => {
    expect(times(parse([{ text: " " }, 7, null, { text: "a", time_begin: 5, time_end: 6 }]))).toEqual([
      ["a", 5, 6],
    ]);
    expect(parse([])).toEqual([]);
  });

  it.each(["", "not JSON", '{"text":"a"}', "null", '["a", 1]', '[{"words":"a"}]', '[{"text":"a"'])(
    "refuses %j",
    (json) => {
      expect(() => parseSubtitles(json)).toThrow(expect.objectContaining({ code: "subtitles.unreadable" }));
    },
  );

  it("reads the sentences of the longest narration", () => {
    const file = Array.from({ length: 50_000 }, (_each, index) => ({
      text: "字",
      time_begin: index * 10,
      time_end: index * 10 + 9.5,
    }));
    expect(parse(file)).toHaveLength(50_000);
  });
});

describe("subtitle files", () => {
  const sentences = [
    { index: 0, text: "Tom & <Ann> --> home\r\n\r\nLine two", startMs: 0, endMs: 59_999 },
    { index: 1, text: "十小时", startMs: 36_061_007, endMs: 36_061_007 },
  ];

  it("SRT", () => {
    expect(writeSrt(sentences)).toBe(
      [
        "1\r\n00:00:00,000 --> 00:00:59,999\r\nTom & <Ann> → home\r\nLine two\r\n\r\n",
        "2\r\n10:01:01,007 --> 10:01:01,008\r\n十小时\r\n\r\n",
      ].join(""),
    );
    expect(writeSrt([])).toBe("");
  });

  it("WebVTT", () => {
    expect(writeVtt(sentences)).toBe(
      [
        "WEBVTT\n",
        "1\n00:00:00.000 --> 00:00:59.999\nTom &amp; &lt;Ann&gt; --&gt; home\nLine two\n",
        "2\n10:01:01.007 --> 10:01:01.008\n十小时\n",
      ].join("\n"),
    );
    expect(writeVtt([])).toBe("WEBVTT\n");
  });
});
