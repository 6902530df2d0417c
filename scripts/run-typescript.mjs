// Runs a TypeScript file of the project with its imports and aliases: node scripts/run-typescript.mjs <file> [arguments]
import path from "node:path";
import { pathToFileURL } from "node:url";
import { hasSources } from "./bootstrap/install.mjs";
import { bundle, compiledCommands, stopCompiler } from "./bundle.mjs";

const [, , file, ...rest] = process.argv;
if (!file) {
  console.error("usage: node scripts/run-typescript.mjs <file.ts> [arguments]");
  process.exit(2);
}
// A release has it compiled, in the same folders.
const isCompiled = !hasSources(process.cwd());
const outfile = path.resolve(
  isCompiled ? compiledCommands : ".cache/scripts",
  isCompiled ? path.dirname(path.relative("scripts", file)) : "",
  `${path.basename(file, path.extname(file))}.mjs`,
);
if (!isCompiled) {
  await bundle(process.cwd(), file, outfile);
  // The compiler starts again for programs that bundle more.
  await stopCompiler();
}
process.argv = [process.argv[0], file, ...rest];
await import(pathToFileURL(outfile).href);
