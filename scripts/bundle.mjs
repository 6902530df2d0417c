// Compiles TypeScript programs of the project for Node. Every function throws esbuild's BuildFailure.
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

let isCompilerLoaded = false;

/** Loads esbuild, which a warm start does without. */
function loadCompiler() {
  isCompilerLoaded = true;
  return import("esbuild");
}

/**
 * @param {string} root
 * @param {...string} entries
 * @returns {import("esbuild").BuildOptions}
 */
function optionsFor(root, ...entries) {
  return {
    entryPoints: entries.map((entry) => path.resolve(root, entry)),
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node24",
    // Bundles the project's own files, also those behind "@/"; packages stay in node_modules.
    packages: "external",
    tsconfig: path.join(root, "tsconfig.json"),
    sourcemap: "linked",
    // Node keeps the map in memory. Stacks need positions only.
    sourcesContent: false,
    logLevel: "silent",
  };
}

/**
 * Writes each changed file in one step, since another studio of this checkout may be starting from it.
 * @param {import("esbuild").BuildOptions} options
 * @returns the files that were compiled, relative to the current folder
 */
async function buildInto(options) {
  const { build } = await loadCompiler();
  const { outputFiles, metafile } = await build({ ...options, write: false, metafile: true });
  for (const { path: file, contents } of outputFiles) {
    if (await isSame(file, contents)) continue;
    await mkdir(path.dirname(file), { recursive: true });
    const candidate = `${file}.${process.pid}`;
    await writeFile(candidate, contents);
    await rename(candidate, file);
  }
  return Object.keys(metafile.inputs);
}

async function isSame(file, contents) {
  try {
    return (await readFile(file)).equals(contents);
  } catch (error) {
    if (error.code === "ENOENT") return false;
    throw error;
  }
}

/**
 * Compiles a program and what it imports into one file.
 * @param {string} root
 * @param {string} entry
 * @param {string} outfile
 */
export async function bundle(root, entry, outfile) {
  await buildInto({ ...optionsFor(root, entry), outfile: path.resolve(root, outfile) });
}

/** Programs of the running studio, by their files in dist. */
const programs = {
  worker: "server/worker-main.server.ts",
  "serve-status": "server/serve-status.server.ts",
  "peaks-thread": "lib/media/peaks/peaks-thread.program.ts",
  "decode-frame": "lib/media/frames/decode-frame.program.ts",
  "decode-picture": "lib/media/pictures/decode-picture.program.ts",
  "convert-sound": "lib/media/conversion/convert-sound.program.ts",
  "render-film": "lib/films/render/render-film.program.ts",
  "make-proxy": "lib/films/proxies/make-proxy.program.ts",
};

/**
 * Compiles programs into dist, where their users look for them.
 * @param {string} root
 * @param {(keyof typeof programs)[]} names all by default
 */
export async function bundlePrograms(root, names = Object.keys(programs)) {
  await buildInto({
    ...optionsFor(root),
    entryPoints: names.map((name) => ({ in: path.resolve(root, programs[name]), out: name })),
    outdir: path.resolve(root, "dist"),
    outExtension: { ".js": ".mjs" },
  });
}

/** Where a release has the programs of scripts/run-typescript.mjs. */
export const compiledCommands = "dist/commands";

/**
 * Whether dist has every program.
 * @param {string} root
 */
export function hasPrograms(root) {
  return Object.keys(programs).every((name) => existsSync(path.resolve(root, `dist/${name}.mjs`)));
}

/**
 * Compiles several programs into a folder, with one copy of what they share, unless none of the files that they were last
 * compiled from has changed.
 * @param {string} root
 * @param {string[]} entries
 * @param {string} outdir
 * @returns {Promise<boolean>} whether it compiled
 */
export async function bundleTogether(root, entries, outdir) {
  const recordFile = path.resolve(root, outdir, "compiled-from.json");
  if (await isUpToDate(root, recordFile, entries)) return false;
  const startedAt = Date.now();
  const inputs = await buildInto({
    ...optionsFor(root, ...entries),
    absWorkingDir: path.resolve(root),
    outdir: path.resolve(root, outdir),
    splitting: true,
    outExtension: { ".js": ".mjs" },
  });
  const more = ["tsconfig.json", "package-lock.json", fileURLToPath(import.meta.url)];
  const files = await describeFiles(root, [...inputs, ...more]);
  // A file that was written meanwhile may not be the one that was compiled.
  if (files.every(({ mtimeMs }) => mtimeMs < startedAt)) {
    await writeFile(recordFile, JSON.stringify({ entries, files }));
  }
  return true;
}

/**
 * Compiles the launcher, unless it is up to date.
 * @param {string} root
 */
export function bundleLauncher(root) {
  const entries = ["scripts/launcher/main.ts", "scripts/launcher/prepare-database.ts"];
  return bundleTogether(root, entries, "dist/launcher");
}

/** Names, sizes and times of files. */
async function describeFiles(root, files) {
  return Promise.all(
    files.map(async (file) => {
      const { size, mtimeMs } = await stat(path.resolve(root, file));
      return { file, size, mtimeMs };
    }),
  );
}

async function isUpToDate(root, recordFile, entries) {
  try {
    const record = JSON.parse(await readFile(recordFile, "utf8"));
    const now = await describeFiles(
      root,
      record.files.map(({ file }) => file),
    );
    return JSON.stringify({ entries, files: now }) === JSON.stringify(record);
  } catch (error) {
    // Not compiled yet, cut off while it was written, or a file is gone.
    if (error.code === "ENOENT" || error instanceof SyntaxError) return false;
    throw error;
  }
}

/**
 * Compiles the worker now and after each change of its sources.
 * @param {string} root
 * @param {(errors: string[]) => void} onBuilt called after each build
 */
export async function watchWorker(root, onBuilt) {
  const { context } = await loadCompiler();
  const watcher = await context({
    ...optionsFor(root, programs.worker),
    outfile: path.resolve(root, "dist/worker.mjs"),
    plugins: [
      {
        name: "report",
        setup(pluginBuild) {
          pluginBuild.onEnd((result) => onBuilt(result.errors.map((error) => error.text)));
        },
      },
    ],
  });
  await watcher.watch();
  return watcher;
}

/** Ends the compiler's process, if there is one. It starts again for the next bundle. */
export async function stopCompiler() {
  if (isCompilerLoaded) await (await loadCompiler()).stop();
}
