import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { lstat, readFile, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { LaunchError } from "../launcher/console";
import { isLicence } from "./list-release-files";

/** Names of the files that a release has about itself. */
export const sbomFile = "sbom.cdx.json";
export const sumsFile = "SHA256SUMS";

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      name: z.string().optional(),
      version: z.string().optional(),
      license: z.string().optional(),
    }),
  ),
});

/** What is changed or left out of what npm writes; everything else stays as it is. */
const sbomSchema = z.looseObject({
  metadata: z.looseObject({ component: z.looseObject({ "bom-ref": z.string(), version: z.string() }) }),
  components: z.array(z.looseObject({ "bom-ref": z.string(), name: z.string(), version: z.string() })),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()).optional() })),
});

const mapSchema = z.object({
  sources: z.array(z.string().nullable()).optional(),
  sections: z.array(z.object({ map: z.object({ sources: z.array(z.string().nullable()) }) })).optional(),
});

const packageFolder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

/** The folder of the package that a file belongs to, relative to the project; null for a file of the project. */
const findPackage = (file: string): string | null => packageFolder.exec(file)?.[0] ?? null;

/** Folders of packages of which the release has more than their licence. */
function listCopied(files: readonly string[]): Set<string> {
  const parts = files.filter((file) => !isLicence(path.basename(file)) && !file.endsWith("/package.json"));
  return new Set(parts.flatMap((file) => findPackage(file) ?? []));
}

/** Folders of packages whose code was compiled into pages and programs, by their source maps. */
async function listCompiled(root: string, files: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (const file of files.filter((each) => /^(\.next|dist)\/.*\.map$/.test(each))) {
    const map = mapSchema.parse(JSON.parse(await readFile(path.join(root, file), "utf8")));
    const sources = [
      ...(map.sources ?? []),
      ...(map.sections ?? []).flatMap((section) => section.map.sources),
    ];
    for (const source of sources) {
      const start = source?.indexOf("node_modules/") ?? -1;
      const folder = start === -1 ? null : findPackage(source!.slice(start));
      if (folder) found.add(folder);
    }
  }
  return found;
}

/**
 * All installed packages, as npm describes them in CycloneDX. With `--omit dev`, npm 11 also leaves out what a package of production
 * shares with one of development, such as `pg-protocol`.
 */
async function describePackages(root: string): Promise<z.infer<typeof sbomSchema>> {
  const npmCli = process.env.npm_execpath;
  const words = ["sbom", "--sbom-format", "cyclonedx"];
  const [program, given] = npmCli?.endsWith(".js") ? [process.execPath, [npmCli, ...words]] : ["npm", words];
  try {
    const { stdout } = await promisify(execFile)(program, given, { cwd: root, maxBuffer: 100e6 });
    return sbomSchema.parse(JSON.parse(stdout));
  } catch (error) {
    if (error instanceof z.ZodError) throw error;
    throw new LaunchError(`npm sbom failed; it needs npm 10.1 or newer.\n${(error as Error).message}`, {
      cause: error,
    });
  }
}

/**
 * Writes which packages a release has, as CycloneDX. npm lists what is installed; left are those of which the
 * release has files, or whose code was compiled into it.
 *
 * @param files of the release, relative to `root`
 * @returns how many packages it names
 */
export async function writeSbom(root: string, files: readonly string[], folder: string): Promise<number> {
  const [sbom, lock] = await Promise.all([
    describePackages(root),
    readFile(path.join(root, "package-lock.json"), "utf8").then((text) => lockSchema.parse(JSON.parse(text))),
  ]);
  const held = new Set([...listCopied(files), ...(await listCompiled(root, files))]);
  const nameOf = (location: string, given?: string) => given ?? location.replace(/^.*node_modules\//, "");
  /** Licences in the words of each package, by its name and version. */
  const heldPackages = new Map(
    Object.entries(lock.packages)
      .filter(([location]) => held.has(location))
      .map(([location, { name, version, license }]) => [`${nameOf(location, name)}@${version}`, license]),
  );
  const components = sbom.components
    .filter(({ name, version }) => heldPackages.has(`${name}@${version}`))
    .map((component) => {
      const words = heldPackages.get(`${component.name}@${component.version}`);
      // npm leaves out those that aren't named by SPDX.
      const hasLicence = Array.isArray(component.licenses) && component.licenses.length > 0;
      return hasLicence || !words ? component : { ...component, licenses: [{ license: { name: words } }] };
    });
  const refs = new Set([
    sbom.metadata.component["bom-ref"],
    ...components.map((component) => component["bom-ref"]),
  ]);
  const dependencies = sbom.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map((each) => ({ ...each, dependsOn: (each.dependsOn ?? []).filter((ref) => refs.has(ref)) }));
  // npm names it after its folder.
  const component = { ...sbom.metadata.component, type: "application", name: "reverie" };
  const text = { ...sbom, metadata: { ...sbom.metadata, component }, components, dependencies };
  await writeFile(path.join(folder, sbomFile), `${JSON.stringify(text, null, 2)}\n`);
  return components.length;
}

/** Writes the SHA-256 of each file of a release, as `sha256sum --check` reads it. */
export async function writeSums(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true });
  const lines: string[] = [];
  for (const name of names.toSorted()) {
    const file = path.join(folder, name);
    if (!(await lstat(file)).isFile()) continue;
    const hash = createHash("sha256");
    for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
    lines.push(`${hash.digest("hex")}  ${name.replaceAll(path.sep, "/")}\n`);
  }
  await writeFile(path.join(folder, sumsFile), lines.join(""));
}
