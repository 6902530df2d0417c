import { describe, expect, it } from "vitest";
import { makeGeneration, makeOutput } from "@/lib/generations/testing/make-generation";
import { listTrashed, withoutTrash } from "./shown-results";

const item = (index: number, deletedAt?: string) => ({
  item: { id: `item ${index}`, version: 1, ...(deletedAt ? { deletedAt } : {}) },
});
const trashedAt = "2026-11-21T10:00:00.000Z";

describe("withoutTrash", () => {
  it("returns a generation as it is that has nothing in the trash", () => {
    const generation = makeGeneration({ outputs: [makeOutput(0, item(0)), makeOutput(1, item(1))] });
    expect(withoutTrash(generation)).toBe(generation);
    expect(listTrashed(generation)).toEqual([]);
  });

  it("leaves out what was moved to the trash, and lists it apart", () => {
    const outputs = [makeOutput(0, item(0)), makeOutput(1, item(1, trashedAt)), makeOutput(2, item(2))];
    const shown = withoutTrash(makeGeneration({ outputs }));
    expect(shown.outputs).toEqual([outputs[0], outputs[2]]);
    expect(listTrashed(shown)).toEqual([outputs[1]]);
    expect(listTrashed({ ...shown, input: {} })).toEqual([outputs[1]]);
  });

  it("leaves out the subtitles of a sound in the trash, and keeps those of others", () => {
    const sound = (index: number, role: string, rest = {}) => makeOutput(index, { role, ...rest });
    const outputs = [
      sound(0, "audio", item(0, trashedAt)),
      sound(1, "audio", item(1)),
      sound(0, "subtitle"),
      sound(1, "subtitle"),
    ];
    expect(withoutTrash(makeGeneration({ outputs })).outputs).toEqual([outputs[1], outputs[3]]);
  });

  it("shows everything of a generation that is in the trash itself", () => {
    const generation = makeGeneration({
      outputs: [makeOutput(0, item(0, trashedAt))],
      deletedAt: trashedAt,
    });
    expect(withoutTrash(generation)).toBe(generation);
  });

  it("returns the same object for the same generation, so that nothing is rendered again", () => {
    const generation = makeGeneration({ outputs: [makeOutput(0, item(0, trashedAt))] });
    expect(withoutTrash(generation)).toBe(withoutTrash(generation));
  });
});
