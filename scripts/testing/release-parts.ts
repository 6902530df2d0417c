import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";

const schemas = path.resolve("node_modules/@cyclonedx/cyclonedx-library/res/schema");
const readSchema = (name: string) => JSON.parse(readFileSync(path.join(schemas, name), "utf8")) as object;

/** What the schema of CycloneDX 1.5 finds wrong with a list of packages. */
export function listSbomFaults(sbom: unknown): unknown[] {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  for (const name of ["idn-email", "iri-reference"]) ajv.addFormat(name, true);
  for (const name of ["spdx", "jsf-0.82"]) {
    const file = `${name}.SNAPSHOT.schema.json`;
    ajv.addSchema(readSchema(file), `http://cyclonedx.org/schema/${file}`);
  }
  const isValid = ajv.compile(readSchema("bom-1.5.SNAPSHOT.schema.json"));
  return isValid(sbom) ? [] : (isValid.errors ?? []);
}

/** Folders of packages of which a release has programs, by looking at its files. */
export async function listProgramPackages(folder: string): Promise<string[]> {
  const base = path.join(folder, "node_modules");
  const entries = await readdir(base, { recursive: true, withFileTypes: true });
  // A folder may be named like a program: ipaddr.js.
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(base, path.join(entry.parentPath, entry.name)));
  const programs = files.filter((file) => /\.([cm]?js|node|wasm)$|(^|\/)bin\/node$/.test(file));
  const folders = programs.flatMap(
    (file) => /^(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0] ?? [],
  );
  return [...new Set(folders)].map((each) => `node_modules/${each}`);
}
