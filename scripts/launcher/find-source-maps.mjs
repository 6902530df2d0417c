// Loaded into the web process (node --import): Next asks for the source map of a compiled page when it prints an error.
// With --enable-source-maps, Node would parse the maps of all pages when it loads them: 50 MB of JSON for errors that may
// never occur.
import { readFileSync } from "node:fs";
import module from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

const folder = path.resolve(".next/server") + path.sep;

/** @type {Map<string, WeakRef<import("node:module").SourceMap>>} */
const known = new Map();

/**
 * Takes the place of Node's function, which knows no map without the option.
 * @param {string} address a path or a file URL
 */
module.findSourceMap = function findSourceMap(address) {
  const file = address.startsWith("file:") ? fileURLToPath(address) : address;
  if (!file.startsWith(folder)) return undefined;
  const map = known.get(file)?.deref() ?? readSourceMap(file);
  if (map) known.set(file, new WeakRef(map));
  return map;
};

/** @param {string} file */
function readSourceMap(file) {
  try {
    return new module.SourceMap(JSON.parse(readFileSync(`${file}.map`, "utf8")));
  } catch (error) {
    // The error that is printed matters more than the names in its stack.
    if (error.code === "ENOENT" || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
