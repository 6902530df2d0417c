import { describe, expect, it } from "vitest";
import { historyLimits, listThinnedVersions, type ThinnedVersion } from "./thin-versions";

const now = new Date("2026-11-24T12:00:00Z");
const at = (text: string, changes: Partial<ThinnedVersion> = {}) => ({
  savedAt: new Date(text),
  name: null,
  bytes: 100,
  ...changes,
});
/** Numbered from 1, the oldest first. */
const number = (versions: Omit<ThinnedVersion, "number">[]): ThinnedVersion[] =>
  versions.map((version, index) => ({ ...version, number: index + 1 }));

describe("the history of a film", () => {
  it("keeps all of an hour, then the last of ten minutes, then the last of a day", () => {
    const versions = number([
      at("2026-11-20T08:00:00Z"),
      at("2026-11-20T23:59:00Z"),
      at("2026-11-21T00:01:00Z"),
      at("2026-11-24T09:01:00Z"),
      at("2026-11-24T09:09:00Z"),
      at("2026-11-24T09:11:00Z"),
      at("2026-11-24T11:30:00Z"),
      at("2026-11-24T11:30:01Z"),
    ]);
    expect(listThinnedVersions(versions, now)).toEqual([4, 1]);
  });

  it("keeps named versions, and the newest of others however old or large it is", () => {
    const versions = number([
      at("2026-10-01T08:00:00Z"),
      at("2026-10-01T08:01:00Z", { name: "First cut" }),
      at("2026-10-01T08:02:00Z", { bytes: historyLimits.bytes + 1 }),
    ]);
    expect(listThinnedVersions(versions, now)).toEqual([1]);
  });

  it("drops the oldest where it is too large or has too many", () => {
    const large = number(
      Array.from({ length: 5 }, (_none, index) =>
        at(`2026-11-24T11:5${index}:00Z`, { bytes: historyLimits.bytes / 3 }),
      ),
    );
    expect(listThinnedVersions(large, now)).toEqual([2, 1]);
    const many = number(
      Array.from({ length: historyLimits.versions + 2 }, (_none, index) =>
        at(new Date(now.getTime() - 3_000_000 + index * 1_000).toISOString()),
      ),
    );
    expect(listThinnedVersions(many, now)).toEqual([2, 1]);
  });

  it("doesn't change when it is thinned again", () => {
    const versions = number(
      Array.from({ length: 400 }, (_none, index) =>
        at(new Date(now.getTime() - (400 - index) * 7 * 60_000).toISOString()),
      ),
    );
    const dropped = new Set(listThinnedVersions(versions, now));
    expect(dropped.size).toBeGreaterThan(200);
    expect(
      listThinnedVersions(
        versions.filter((each) => !dropped.has(each.number)),
        now,
      ),
    ).toEqual([]);
  });
});
