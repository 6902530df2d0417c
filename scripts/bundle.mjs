// Compiles TypeScript programs of the project for Node: into one file, or several programs into a folder.
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

export async function bundle(root, entry, outfile) {
  await build({ ...optionsFor(root, entry), outfile: path.resolve(root, outfile) });
}

export async function bundleTogether(root, entries, outdir) {
  await build({
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
