import { describe, expect, it } from "vitest";
import { readStructure } from "./read-structure";

const write = (segments: unknown[]) => JSON.stringify({ num_segments: segments.length, segments });
const part = (start: number, end: number, label = "verse") => ({ start, end, label });

describe("readStructure", () => {
  it("takes sound parts as they are", () => {
    const found = readStructure(write([part(0, 4, "intro"), part(4, 20.5), part(22, 30, "Outro")]), 30);
    expect(found).toEqual({
      notes: [],
      numSegments: 3,
      segments: [
        { startSeconds: 0, endSeconds: 4, label: "intro" },
        { startSeconds: 4, endSeconds: 20.5, label: "verse" },
        { startSeconds: 22, endSeconds: 30, label: "outro" },
      ],
    });
  });

  it.each([
    [null, "missing"],
    [" ", "missing"],
    ["<html>", "unreadable"],
    ["[]", "unreadable"],
    ['{"segments": "none"}', "unreadable"],
  ])("does without where it is %j", (text, note) => {
    expect(readStructure(text, 30)).toEqual({ segments: [], notes: [note], numSegments: null });
  });

  it.each([
    [2, 2, ["count-differs"]],
    ["2", 2, ["count-differs"]],
    [1, 1, []],
    [undefined, null, []],
    ["many", null, []],
  ])("tells %j parts that it reports from the one that it sends", (num_segments, numSegments, notes) => {
    const found = readStructure(JSON.stringify({ num_segments, segments: [part(0, 4)] }), 30);
    expect(found).toMatchObject({ numSegments, notes, segments: [{ startSeconds: 0 }] });
  });

  it("takes seconds that come as text", () => {
    const found = readStructure(write([{ start: "0", end: " 4.5 ", label: "verse" }]), 30);
    expect(found).toMatchObject({
      notes: [],
      segments: [{ startSeconds: 0, endSeconds: 4.5, label: "verse" }],
    });
  });

  it("lets a later part begin where the one before ends", () => {
    const found = readStructure(write([part(10, 20), part(0, 12), part(15, 19)]), 30);
    expect(found).toMatchObject({
      notes: ["overlap"],
      segments: [
        { startSeconds: 0, endSeconds: 12, label: "verse" },
        { startSeconds: 12, endSeconds: 20, label: "verse" },
      ],
    });
  });

  it("cuts off what is beyond the end of the sound", () => {
    const found = readStructure(write([part(0, 20), part(20, 60), part(70, 80)]), 30);
    expect(found.notes).toEqual(["beyond-end"]);
    expect(found.segments.map(({ endSeconds }) => endSeconds)).toEqual([20, 30]);
  });

  it("keeps what can be read of a list, and parts with a name that nobody knows", () => {
    const found = readStructure(
      write([
        part(0, 5, "drop"),
        { start: 5 },
        part(9, 8),
        "x",
        { ...part(8, 9), start: -1 },
        { ...part(8, 9), end: "9s" },
        part(9, 12),
      ]),
      30,
    );
    expect(found.notes).toEqual(["part-unreadable"]);
    expect(found.segments.map(({ label }) => label)).toEqual([null, "verse"]);
  });
});
