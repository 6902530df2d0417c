import { describe, expect, it } from "vitest";
import type { OutputDto } from "@/lib/generations/read/generation-dto";
import { chooseSoundGroup, listSoundGroups } from "./sound-groups";
import { makeOutput } from "@/lib/generations/testing/make-generation";

let made = 0;
const output = (role: string, index: number, changes: Partial<OutputDto> = {}) =>
  makeOutput(index, { assetId: `asset-${(made += 1)}`, role, ...changes });

const narration = ["extra", "content", "title"].flatMap((group, index) =>
  ["audio", "subtitle", "extra"].map((role) =>
    output(role, index, { group, ...(role === "audio" ? { durationSeconds: (index + 1) % 3 } : {}) }),
  ),
);

describe("listSoundGroups", () => {
  it("groups the nine files of a text file by part, in reading order", () => {
    const groups = listSoundGroups({ outputs: narration });
    expect(groups.map(({ name }) => name)).toEqual(["title", "content", "extra"]);
    for (const { name, audio, subtitle, extra } of groups) {
      expect([audio, subtitle, extra].map((each) => [each?.role, each?.group])).toEqual([
        ["audio", name],
        ["subtitle", name],
        ["extra", name],
      ]);
    }
  });

  it("groups by position without group names", () => {
    const outputs = [output("audio", 0), output("subtitle", 0)];
    const [group, ...others] = listSoundGroups({ outputs });
    expect(others).toEqual([]);
    expect(group).toMatchObject({ name: null, audio: outputs[0], subtitle: outputs[1], extra: undefined });
  });

  it("keeps unknown groups, after the others and in their order", () => {
    const outputs = [
      output("audio", 0, { group: "epilogue" }),
      output("audio", 1, { group: "content" }),
      output("audio", 2, { group: "annex" }),
    ];
    expect(listSoundGroups({ outputs }).map(({ name }) => name)).toEqual(["content", "epilogue", "annex"]);
  });
});

describe("chooseSoundGroup", () => {
  const groups = listSoundGroups({ outputs: narration });

  it("prefers the group of the requested output", () => {
    expect(chooseSoundGroup(groups, groups[0]!.audio)?.name).toBe("title");
  });

  it("else prefers the content of a text file, however long its title is", () => {
    expect(chooseSoundGroup(groups, undefined)?.name).toBe("content");
    expect(chooseSoundGroup([], undefined)).toBeUndefined();
  });

  it("takes the first of several, and none without audio", () => {
    const outputs = [
      output("subtitle", 0, { group: "0-cover" }),
      output("audio", 1, { group: "1-harbour", durationSeconds: 3 }),
      output("audio", 2, { group: "2-ferry", durationSeconds: 60 }),
    ];
    expect(chooseSoundGroup(listSoundGroups({ outputs }), undefined)?.name).toBe("1-harbour");
  });
});
