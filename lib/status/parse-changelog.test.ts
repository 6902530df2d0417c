import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { version } from "./version.server";
import { parseChangelog } from "./parse-changelog";

it("reads versions, groups and changes over several lines", () => {
  const text = `# Changelog

Words about it.

- not a version

## [Unreleased]

## [1.2.0] - 2026-12-01

Words about this version.

### Added

- One thing
  over two lines.
- \`npm run upgrade\`

### Fixed

- A fault

[1.2.0]: https://example.org
`;
  expect(() => parseChangelog(text)).toThrow('"- not a version" is in no group');
  expect(parseChangelog(text.replace("- not a version", ""))).toEqual([
    { version: null, date: null, groups: [] },
    {
      version: "1.2.0",
      date: "2026-12-01",
      groups: [
        { title: "Added", changes: ["One thing over two lines.", "`npm run upgrade`"] },
        { title: "Fixed", changes: ["A fault"] },
      ],
    },
  ]);
});

it.each(["## 1.2.0", "## [1.2]", "## [1.2.0] - yesterday", "### Added"])("refuses %s", (line) => {
  expect(() => parseChangelog(line)).toThrow(line);
});

it("reads the changelog of the studio, whose newest release is its version", () => {
  const releases = parseChangelog(readFileSync("CHANGELOG.md", "utf8"));
  expect(releases[0]?.groups.flatMap(({ changes }) => changes).length).toBeGreaterThan(0);
  const released = releases.filter((release) => release.version !== null);
  // Before the first release, everything is unreleased.
  if (released.length > 0) expect(released[0]!.version).toBe(version);
  expect(released.filter(({ date }) => date === null)).toEqual([]);
});

it("shows only what the page can: text and code, no links or emphasis", () => {
  const changes = parseChangelog(readFileSync("CHANGELOG.md", "utf8")).flatMap(({ groups }) =>
    groups.flatMap((group) => group.changes),
  );
  expect(changes.filter((change) => /\]\(|\*\*|(?:^|\s)[*_]\w/.test(change))).toEqual([]);
});
