import { readFile, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip, zstdCompress } from "node:zlib";
import pLimit from "p-limit";

const atOnce = 4;

const compressions = [
  { suffix: ".gz", compress: (content: Buffer) => promisify(gzip)(content, { level: 9 }) },
  {
    suffix: ".zst",
    compress: (content: Buffer) =>
      promisify(zstdCompress)(content, { params: { [constants.ZSTD_c_compressionLevel]: 15 } }),
  },
  {
    suffix: ".br",
    compress: (content: Buffer) =>
      promisify(brotliCompress)(content, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        },
      }),
  },
];

/**
 * Asks Chromium to compile all functions of a script while it downloads, on another thread. Without it, Chromium only skims a function and
 * compiles it on the main thread at its first call, usually during the load (docs/decisions/0012).
 */
const compileHint = Buffer.from("//# allFunctionsCalledOnLoad\n");

/**
 * Finishes the static files of a build: gives its scripts the hint above, and writes scripts and styles in compressed form beside
 * them, which serve-compressed.mjs serves.
 */
export async function finishStatic(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true });
  const limit = pLimit(atOnce);
  await Promise.all(
    files
      .filter((file) => /\.(css|js)$/.test(file))
      .map((file) => limit(() => finishFile(path.join(folder, file)))),
  );
}

async function finishFile(file: string): Promise<void> {
  const built = await readFile(file);
  const needsHint = file.endsWith(".js") && !built.subarray(0, compileHint.length).equals(compileHint);
  const content = needsHint ? Buffer.concat([compileHint, built]) : built;
  if (needsHint) await writeFile(file, content);
  for (const { suffix, compress } of compressions) await writeFile(file + suffix, await compress(content));
}
