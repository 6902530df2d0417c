// Compiles TypeScript programs of the project for Node: into one file, or several programs into a folder.
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { build, context, stop } from "esbuild";

/** @returns {import("esbuild").BuildOptions} */
function optionsFor(root, ...entries) {
  return {
    entryPoints: entries.map((entry) => path.resolve(root, entry)),
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node24",
    // Packages stay in node_modules; only the project's own files, and "@/" from tsconfig.json, go in.
    packages: "external",
    tsconfig: path.join(root, "tsconfig.json"),
    sourcemap: "linked",
    logLevel: "silent",
  };
}

/** Writes only what changed, and each file at once: another studio of this checkout may be starting from them. */
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

export async function bundle(root, entry, outfile) {
  await buildInto({ ...optionsFor(root, entry), outfile: path.resolve(root, outfile) });
}

/** The program of the worker threads that make waveforms, where lib/media/peaks looks for it. */
export async function bundlePeaksThread(root) {
  await bundle(root, "lib/media/peaks/peaks-thread.program.ts", "dist/peaks-thread.mjs");
}

/** The program of the processes that decode frames of videos, where lib/media/frames looks for it. */
export async function bundleFrameProgram(root) {
  await bundle(root, "lib/media/frames/decode-frame.program.ts", "dist/decode-frame.mjs");
}

export async function bundleTogether(root, entries, outdir) {
  await buildInto({
    ...optionsFor(root, ...entries),
    outdir: path.resolve(root, outdir),
    splitting: true,
    outExtension: { ".js": ".mjs" },
  });
}

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

export async function stopCompiler() {
  await stop();
}
