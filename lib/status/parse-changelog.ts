/** A version in CHANGELOG.md. */
export interface Release {
  /** Null for what is not released yet. */
  version: string | null;
  /** The day of its release, such as `2026-12-01`. */
  date: string | null;
  groups: { title: string; changes: string[] }[];
}

const versionLine = /^## \[(?:Unreleased|(\d+\.\d+\.\d+[\w.+-]*))\](?: - (\d{4}-\d{2}-\d{2}))?$/;

/**
 * Reads a changelog in the format of Keep a Changelog, newest version first. Changes keep their Markdown; text that is in no list
 * is left out.
 *
 * @throws where a heading of a version or a list can't be read, so that a build says so
 */
export function parseChangelog(text: string): Release[] {
  const releases: Release[] = [];
  for (const line of text.split(/\r?\n/)) {
    const changes = releases.at(-1)?.groups.at(-1)?.changes;
    if (line.startsWith("## ")) {
      const heading = versionLine.exec(line);
      if (!heading)
        throw new Error(`CHANGELOG.md: "${line}" is not "## [Unreleased]" or "## [1.2.3] - 2026-12-31".`);
      releases.push({ version: heading[1] ?? null, date: heading[2] ?? null, groups: [] });
    } else if (line.startsWith("### ")) {
      const release = releases.at(-1);
      if (!release) throw new Error(`CHANGELOG.md: "${line}" is before the first version.`);
      release.groups.push({ title: line.slice(4).trim(), changes: [] });
    } else if (line.startsWith("- ")) {
      if (!changes) throw new Error(`CHANGELOG.md: "${line}" is in no group such as "### Added".`);
      changes.push(line.slice(2).trim());
    } else if (/^ {2}\S/.test(line) && changes && changes.length > 0) {
      changes.push(`${changes.pop()} ${line.trim()}`);
    }
  }
  return releases;
}
