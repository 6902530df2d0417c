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

/** Writes the scripts and styles of a build in compressed form beside them; serve-compressed.mjs serves those. */
export async function compressStatic(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true });
  const limit = pLimit(atOnce);
  await Promise.all(
    files
      .filter((file) => /\.(css|js)$/.test(file))
      .map((file) =>
        limit(async () => {
          const content = await readFile(path.join(folder, file));
          for (const { suffix, compress } of compressions) {
            await writeFile(path.join(folder, file + suffix), await compress(content));
          }
        }),
      ),
  );
}
