// Compiles TypeScript programs of the project for Node. Every function throws esbuild's BuildFailure.
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { build, context, stop } from "esbuild";

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
    logLevel: "silent",
  };
}

/**
 * Writes each changed file in one step, since another studio of this checkout may be starting from it.
 * @param {import("esbuild").BuildOptions} options
 */
async function buildInto(options) {
  const { outputFiles } = await build({ ...options, write: false });
  for (const { path: file, contents } of outputFiles) {
    if (await isSame(file, contents)) continue;
    await mkdir(path.dirname(file), { recursive: true });
    const candidate = `${file}.${process.pid}`;
    await writeFile(candidate, contents);
    await rename(candidate, file);
  }
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

/**
 * Compiles the program of the threads that compute waveforms to where lib/media/peaks looks for it.
 * @param {string} root
 */
export async function bundlePeaksThread(root) {
  await bundle(root, "lib/media/peaks/peaks-thread.program.ts", "dist/peaks-thread.mjs");
}

/**
 * Compiles the program of the processes that decode video frames to where lib/media/frames looks for it.
 * @param {string} root
 */
export async function bundleFrameProgram(root) {
  await bundle(root, "lib/media/frames/decode-frame.program.ts", "dist/decode-frame.mjs");
}

/**
 * Compiles several programs into a folder, with one copy of what they share.
 * @param {string} root
 * @param {string[]} entries
 * @param {string} outdir
 */
export async function bundleTogether(root, entries, outdir) {
  await buildInto({
    ...optionsFor(root, ...entries),
    outdir: path.resolve(root, outdir),
    splitting: true,
    outExtension: { ".js": ".mjs" },
  });
}

/**
 * Compiles a program now and after each change of its sources.
 * @param {string} root
 * @param {string} entry
 * @param {string} outfile
 * @param {(errors: string[]) => void} onBuilt called after each build
 */
export async function watchBundle(root, entry, outfile, onBuilt) {
  const watcher = await context({
    ...optionsFor(root, entry),
    outfile: path.resolve(root, outfile),
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

/** Ends the compiler's process. It starts again for the next bundle. */
export async function stopCompiler() {
  await stop();
}
