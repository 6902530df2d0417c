import { describe, expect, it } from "vitest";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { layOutDays, linePx, moveFocus, targetRowPx, toItemLines, toItemTiles } from "./library-rows";
import { toTiles } from "./generation-tiles";
import { makeItem } from "@/lib/items/testing/make-item";
import { makeFacts, makeGeneration, makeOutput } from "@/lib/generations/testing/make-generation";

const made = (id: number, createdAt: string, outputs: number) =>
  makeGeneration({
    id: `0190000${id}-0000-7000-8000-000000000000`,
    state: "succeeded",
    createdAt,
    outputs: Array.from({ length: outputs }, (_, index) =>
      makeOutput(index, { assetId: `0190000${id}-0000-7000-8000-00000000000${index}` }),
    ),
  });
const options = {
  generators: [],
  widthPx: 1000,
  targetHeightPx: 172,
  gapPx: 8,
  dayOf: (iso: string) => iso.slice(0, 10),
};
const isComplete = { before: true, behind: false };
const layOut = (generations: GenerationDto[], changes: Partial<Parameters<typeof layOutDays>[1]> = {}) =>
  layOutDays(toTiles(generations, options), { ...options, isComplete, ...changes });
const today = made(3, "2026-11-21T09:00:00Z", 4);
const alsoToday = made(2, "2026-11-21T08:00:00Z", 3);
const before = made(1, "2026-11-19T08:00:00Z", 2);

describe("toTiles", () => {
  it("returns a tile for each result and a text tile for a generation without one", () => {
    const failed = makeGeneration({ state: "failed" });
    expect(
      toTiles([today, failed], { generators: [], widthPx: 1000 }).map(({ output, position }) => [
        output !== null,
        position,
      ]),
    ).toEqual([
      [true, 0],
      [true, 1],
      [true, 2],
      [true, 3],
      [false, 0],
    ]);
  });
});

describe("toItemTiles", () => {
  it("has the shape of each picture within limits, and of its kind where the size is unknown", () => {
    const generators = [makeFacts({ id: "video", produces: "video" })];
    const items = [
      makeItem(1, { width: 300, height: 200 }),
      makeItem(2, { width: 9_000, height: 100 }),
      makeItem(3, { kind: "video", generator: "video", width: undefined }),
      makeItem(4, { kind: "audio" }),
    ];
    const aspects = toItemTiles(items, { generators, widthPx: 1000 }).map(({ aspect }) => aspect);
    expect(aspects).toEqual([1.5, 2.4, 16 / 9, 1.75]);
  });
});

describe("layOutDays", () => {
  it("begins a row where a day begins, also when the first page is not loaded, and without days in any other order", () => {
    const tiles = toItemTiles([makeItem(3), makeItem(2), makeItem(1)], options);
    const headings = (changes: object) =>
      layOutDays(tiles, { ...options, isComplete, ...changes }).filter(({ kind }) => kind === "day");
    expect(headings({ isComplete: { before: false, behind: true } })).toMatchObject([{ count: null }]);
    expect(headings({ isComplete: { before: true, behind: true } })).toMatchObject([{ count: 3 }]);
    expect(headings({ dayOf: null })).toEqual([]);
  });

  it("places sounds in separate rows on a phone, high enough for title and waveform", () => {
    const sound = makeOutput(0, { role: "audio", mimeType: "audio/mpeg" });
    const song = makeGeneration({ state: "succeeded", outputs: [sound] });
    const widthPx = 328;
    const list = (generations: GenerationDto[]) =>
      layOutDays(toTiles(generations, { ...options, widthPx }), {
        ...options,
        isComplete,
        widthPx,
        targetHeightPx: targetRowPx(widthPx),
      }).flatMap((line) => (line.kind === "tiles" ? [line.row] : []));
    const [pictures, alone] = list([made(3, song.createdAt, 1), song]);
    expect(pictures?.cells).toHaveLength(1);
    expect(pictures?.cells[0]?.widthPx).toBeLessThan(200);
    expect(alone).toMatchObject({ heightPx: 132, cells: [{ widthPx, index: 1 }] });
  });

  it("ends days with a line, also those without tiles where all around them is loaded", () => {
    const footDays = new Set(["2026-11-22", "2026-11-21", "2026-11-20", "2026-11-01"]);
    const feet = (changes: object) =>
      layOut([today, before], { footDays, ...changes }).flatMap((row) =>
        row.kind === "tiles" ? [] : [`${row.kind} ${row.day.slice(-2)}`],
      );
    expect(feet({})).toEqual(["day 22", "foot 22", "day 21", "foot 21", "day 20", "foot 20", "day 19"]);
    expect(feet({ isComplete: { before: false, behind: true } })).toEqual([
      "day 21",
      "day 20",
      "foot 20",
      "day 19",
      "day 01",
      "foot 01",
    ]);
  });

  it("starts a new row each day and counts only complete days", () => {
    const days = (behind: boolean) =>
      layOut([today, alsoToday, before], { isComplete: { before: true, behind } }).flatMap((row) =>
        row.kind === "day" ? [[row.day, row.count]] : [],
      );
    expect(days(false)).toEqual([
      ["2026-11-21", 7],
      ["2026-11-19", null],
    ]);
    expect(days(true)[1]).toEqual(["2026-11-19", 2]);
  });

  it("stays quick with ten thousand results", () => {
    const many = Array.from({ length: 2_500 }, () => today);
    const rows = layOut(many);
    const tiles = rows.reduce((sum, row) => sum + (row.kind === "tiles" ? row.row.cells.length : 0), 0);
    expect(tiles).toBe(10_000);
  });
});

describe("toItemLines", () => {
  const kinds = ["image", "audio", "video"] as const;
  const items = kinds.map((kind, index) => makeItem(3 - index, { kind }));
  const layOutLines = (widthPx: number) =>
    layOutDays(toItemLines(items), { ...options, widthPx, targetHeightPx: linePx(widthPx), isComplete });

  it.each([
    ["wide", 1000, 44],
    ["narrow", 328, 60],
  ])("has a row of one height for each item in a %s place", (_title, widthPx, heightPx) => {
    const rows = layOutLines(widthPx).flatMap((row) => (row.kind === "tiles" ? [row.row] : []));
    expect(rows.map((row) => [row.heightPx, row.cells.map((cell) => cell.widthPx)])).toEqual(
      items.map(() => [heightPx, [widthPx]]),
    );
  });

  it("is walked line by line with all arrow keys", () => {
    const rows = layOutLines(1000);
    expect([moveFocus(rows, 0, "ArrowDown"), moveFocus(rows, 0, "ArrowRight")]).toEqual([1, 1]);
    expect([moveFocus(rows, 2, "ArrowUp"), moveFocus(rows, 2, "ArrowLeft")]).toEqual([1, 1]);
    expect(moveFocus(rows, 2, "ArrowDown")).toBeNull();
  });
});

describe("moveFocus", () => {
  const rows = layOut([today, alsoToday, before]);

  it("moves through the tiles in order, across rows and days, and stops at the ends", () => {
    expect(moveFocus(rows, 0, "ArrowLeft")).toBeNull();
    expect(moveFocus(rows, 3, "ArrowRight")).toBe(4);
    expect(moveFocus(rows, 8, "ArrowRight")).toBeNull();
  });

  it("moves to the nearest tile of the row above or below", () => {
    const [first] = rows.filter((row) => row.kind === "tiles");
    const inFirstRow = first?.row.cells.length ?? 0;
    expect(moveFocus(rows, 0, "ArrowDown")).toBe(inFirstRow);
    expect(moveFocus(rows, inFirstRow, "ArrowUp")).toBe(0);
    expect(moveFocus(rows, 0, "ArrowUp")).toBeNull();
    expect(moveFocus(rows, 8, "ArrowDown")).toBeNull();
  });
});
