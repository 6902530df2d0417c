import path from "node:path";
import { fileURLToPath } from "node:url";
import { build, context } from "esbuild";

const projectDir = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** @returns {import("esbuild").BuildOptions} */
function optionsFor(entry, outfile) {
  return {
    entryPoints: [path.resolve(projectDir, entry)],
    outfile: path.resolve(projectDir, outfile),
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node24",
    // Packages stay in node_modules; only the project's own files, and "@/" from tsconfig.json, go in.
    packages: "external",
    tsconfig: path.join(projectDir, "tsconfig.json"),
    // Readable stack traces: the launcher and the worker run with --enable-source-maps.
    sourcemap: "linked",
    logLevel: "silent",
  };
}

/**
 * Bundles a TypeScript program of the project into one file for Node 24.
 * @param {string} entry
 * @param {string} outfile
 */
export async function bundle(entry, outfile) {
  await build(optionsFor(entry, outfile));
}

/**
 * Bundles again on every change of a source, and calls `onBuilt` after each; with the errors when one failed.
 * @param {string} entry
 * @param {string} outfile
 * @param {(errors: string[]) => void} onBuilt
 * @returns {Promise<{ dispose(): Promise<void> }>}
 */
export async function watchBundle(entry, outfile, onBuilt) {
  const options = optionsFor(entry, outfile);
  const watcher = await context({
    ...options,
    plugins: [
      {
        name: "report",
        setup(build) {
          build.onEnd((result) => onBuilt(result.errors.map((error) => error.text)));
        },
      },
    ],
  });
  await watcher.watch();
  return watcher;
}
