import { describe, expect, it } from "vitest";
import type { GenerationDto, GenerationPage } from "@/lib/generations/read/generation-dto";
import { changesNeighbours, matchFilter, updatePages } from "./generation-lists";
import { LiveGenerations } from "./live-generations";

function generation(order: number, changes: Partial<GenerationDto> = {}): GenerationDto {
  return {
    id: `0190000${order}-0000-7000-8000-000000000000`,
    generator: "image",
    state: "running",
    input: {},
    model: "image-01",
    outputs: [],
    error: null,
    counts: { expected: 1, stored: 0, storing: 0, blocked: 0, failed: 0, partial: 0 },
    sandbox: true,
    profileId: "sandbox",
    parentId: null,
    relation: null,
    favourite: false,
    title: null,
    version: 1,
    createdAt: "2026-11-21T09:00:00.000Z",
    startedAt: null,
    finishedAt: null,
    deletedAt: null,
    ...changes,
  };
}

const page = (generations: GenerationDto[], nextCursor: string | null = null): GenerationPage => ({
  generations,
  nextCursor,
});
const orders = (pages: readonly GenerationPage[]) =>
  pages.map(({ generations }) => generations.map(({ id }) => Number(id[7])));

describe("matchFilter", () => {
  it("knows what a list shows", () => {
    expect(matchFilter({}, generation(1))).toBe("yes");
    expect(matchFilter({ generators: ["music", "image"] }, generation(1))).toBe("yes");
    expect(matchFilter({ generators: ["music", "cover"] }, generation(1))).toBe("no");
    expect(matchFilter({ generator: "music" }, generation(1))).toBe("no");
    expect(matchFilter({ states: ["succeeded"] }, generation(1))).toBe("no");
    expect(matchFilter({ trash: true }, generation(1))).toBe("no");
    const take = { idea: "a".repeat(64), number: 2 };
    expect(matchFilter({ idea: take.idea }, generation(1))).toBe("no");
    expect(matchFilter({ idea: take.idea }, generation(1, { take }))).toBe("yes");
    expect(matchFilter({ favourite: true }, generation(1))).toBe("no");
    expect(matchFilter({ favourite: true }, generation(1, { favourite: true }))).toBe("yes");
    expect(matchFilter({}, generation(1, { deletedAt: "2026-11-21T09:00:00.000Z" }))).toBe("no");
  });

  it("tells dismissed work from everything else", () => {
    const dismissed = generation(1, { dismissedAt: "2026-11-21T09:00:00.000Z" });
    expect(matchFilter({ dismissed: true }, dismissed)).toBe("yes");
    expect(matchFilter({ dismissed: false }, dismissed)).toBe("no");
    expect(matchFilter({ dismissed: true }, generation(1))).toBe("no");
    expect(matchFilter({ dismissed: false }, generation(1))).toBe("yes");
    expect(matchFilter({}, dismissed)).toBe("yes");
  });

  it("leaves voice samples out of every list", () => {
    expect(matchFilter({}, generation(1, { relation: "sample" }))).toBe("no");
  });

  it("leaves a text search to the server", () => {
    expect(matchFilter({ q: "basalt" }, generation(1))).toBe("undecided");
    expect(matchFilter({ q: "basalt" }, generation(1, { title: "Harbour waltz" }))).toBe("undecided");
  });
});

describe("a search for a title", () => {
  it("is decided here, since a title is searched as it stands", () => {
    const titled = generation(1, { title: "Harbour Waltz, final" });
    expect(matchFilter({ q: " waltz, F" }, titled)).toBe("yes");
    expect(matchFilter({ q: "waltz", favourite: true }, titled)).toBe("no");
  });

  it("finds what was called so only now", () => {
    const pages = updatePages([page([generation(3)])], { q: "waltz" }, generation(2, { title: "Waltz" }));
    expect(orders(pages)).toEqual([[3, 2]]);
  });
});

describe("updatePages", () => {
  const pages = [page([generation(8), generation(6)], "next"), page([generation(4), generation(2)], "more")];

  it("changes a generation in place when the news is newer", () => {
    const [first] = updatePages(pages, {}, generation(6, { version: 2, state: "succeeded" }));
    expect(first?.generations[1]?.state).toBe("succeeded");
  });

  it("drops news that is not newer", () => {
    expect(updatePages(pages, {}, generation(6, { version: 1, state: "succeeded" }))).toBe(pages);
  });

  it("takes out what no longer belongs", () => {
    const active = { states: ["running"] } as const;
    expect(orders(updatePages(pages, active, generation(4, { version: 2, state: "failed" })))).toEqual([
      [8, 6],
      [2],
    ]);
  });

  it.each([
    [
      9,
      [
        [9, 8, 6],
        [4, 2],
      ],
    ],
    [
      7,
      [
        [8, 7, 6],
        [4, 2],
      ],
    ],
    [
      5,
      [
        [8, 6],
        [5, 4, 2],
      ],
    ],
  ])("puts generation %d where its age says", (order, expected) => {
    expect(orders(updatePages(pages, {}, generation(order)))).toEqual(expected);
  });

  it("leaves what is older than all that is loaded to its own page, unless the last page is loaded", () => {
    expect(updatePages(pages, {}, generation(1))).toBe(pages);
    expect(orders(updatePages([page([generation(4)])], {}, generation(1)))).toEqual([[4, 1]]);
    expect(orders(updatePages([page([])], {}, generation(1)))).toEqual([[1]]);
  });

  it("does not guess at a text search", () => {
    expect(updatePages(pages, { q: "basalt" }, generation(9))).toBe(pages);
  });
});

describe("LiveGenerations", () => {
  const ignore = () => undefined;

  it("lays over an answer what was told while it was on its way", () => {
    let nowMs = 0;
    const live = new LiveGenerations(() => nowMs);
    nowMs = 10;
    live.record(generation(3, { version: 5, state: "succeeded" }), ignore);
    live.record(generation(9), ignore);
    const answer = page([generation(3, { version: 4 })], "next");

    const overlaid = live.overlay(answer, {}, 5, true);
    expect(orders([overlaid])).toEqual([[9, 3]]);
    expect(overlaid.generations[1]?.state).toBe("succeeded");
    expect(live.overlay(answer, {}, 11, true)).toBe(answer);
  });

  it("adds nothing new to a page that is not the first", () => {
    const live = new LiveGenerations(() => 1);
    live.record(generation(9), ignore);
    const answer = page([generation(3)], "next");
    expect(live.overlay(answer, {}, 0, false)).toBe(answer);
  });

  it("forgets after a minute", () => {
    let nowMs = 0;
    const live = new LiveGenerations(() => nowMs);
    live.record(generation(3, { version: 5 }), ignore);
    nowMs = 61_000;
    live.record(generation(4), ignore);
    expect(live.overlayOne(generation(3, { version: 1 })).version).toBe(1);
  });
});

describe("changesNeighbours", () => {
  const known = { id: generation(5).id, previous: generation(7), next: generation(3) };

  it("sees one that comes between, and one that has left", () => {
    expect(changesNeighbours(known, {}, generation(6))).toBe(true);
    expect(changesNeighbours(known, {}, generation(4))).toBe(true);
    expect(changesNeighbours(known, {}, generation(7, { deletedAt: "2026-11-21T10:00:00.000Z" }))).toBe(true);
    expect(changesNeighbours({ ...known, previous: null }, {}, generation(8))).toBe(true);
  });

  it("passes over what changes nothing", () => {
    expect(changesNeighbours(known, {}, generation(5, { favourite: true }))).toBe(false);
    expect(changesNeighbours(known, {}, generation(7, { state: "succeeded" }))).toBe(false);
    expect(changesNeighbours(known, {}, generation(8))).toBe(false);
    expect(changesNeighbours(known, { generator: "music" }, generation(6))).toBe(false);
  });
});
