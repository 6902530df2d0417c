import { copyFile, lstat, mkdir, readFile, readlink, symlink, utimes, writeFile } from "node:fs/promises";
import path from "node:path";

/**
 * Copies files of the project into a new folder, with their times and links.
 *
 * @param files relative to `root`
 * @returns the bytes of all
 */
export async function copyRelease(root: string, files: string[], folder: string): Promise<number> {
  let bytes = 0;
  for (const file of files) {
    const from = path.join(root, file);
    const to = path.join(folder, file);
    const facts = await lstat(from);
    // A tracer lists folders that links point to.
    if (facts.isDirectory()) continue;
    await mkdir(path.dirname(to), { recursive: true });
    if (facts.isSymbolicLink()) {
      await symlink(await readlink(from), to);
      continue;
    }
    if (file.endsWith(".map")) await writeFile(to, shortenSourceMap(await readFile(from, "utf8")));
    else await copyFile(from, to);
    await utimes(to, facts.atime, facts.mtime);
    bytes += (await lstat(to)).size;
  }
  return bytes;
}

type SourceMapText = { sourcesContent?: unknown; sections?: { map: SourceMapText }[] };

/** Without the sources themselves: stacks of errors need names and lines. */
function shortenSourceMap(text: string): string {
  const map = JSON.parse(text) as SourceMapText;
  delete map.sourcesContent;
  for (const section of map.sections ?? []) delete section.map.sourcesContent;
  return JSON.stringify(map);
}
