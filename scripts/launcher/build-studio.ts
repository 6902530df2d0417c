import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { bundlePrograms, hasPrograms } from "../bundle.mjs";
import { finishStatic } from "./finish-static";
import { LaunchError, say } from "./console";
import { rotateLog } from "./log-file";

/** Sources of the pages and programs. */
const sourceFolders = ["app", "components", "generators", "lib", "messages", "public", "server"];
const sourceFiles = [
  "CHANGELOG.md",
  "next.config.mjs",
  "package-lock.json",
  "package.json",
  "postcss.config.mjs",
  "prisma/schema.prisma",
  "proxy.ts",
  "tsconfig.json",
];

const stampName = ".next/reverie-build.json";

type SourceFile = { file: string; size: number; modifiedMs: number };

/** Hashes of the sources of a build. */
type BuildStamp = {
  /** Names, sizes and times: quick to compare. */
  quick: string;
  /** Contents: decides when times differ, as after a fresh checkout. */
  content: string;
};

async function listSources(root: string): Promise<SourceFile[]> {
  const found: SourceFile[] = [];
  async function visit(folder: string): Promise<void> {
    const entries = await readdir(path.join(root, folder), { withFileTypes: true });
    await Promise.all(
      entries.map(async (entry) => {
        const file = path.join(folder, entry.name);
        if (entry.isDirectory()) return visit(file);
        if (!/\.test\.tsx?$/.test(entry.name)) await add(file);
      }),
    );
  }
  async function add(file: string): Promise<void> {
    const facts = await stat(path.join(root, file));
    found.push({ file, size: facts.size, modifiedMs: facts.mtimeMs });
  }
  const unlessMissing = (error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  };
  await Promise.all([
    ...sourceFolders.map((folder) => visit(folder).catch(unlessMissing)),
    ...sourceFiles.map((file) => add(file).catch(unlessMissing)),
  ]);
  return found.sort((left, right) => (left.file < right.file ? -1 : 1));
}

function hashQuickly(sources: SourceFile[]): string {
  const hash = createHash("sha256");
  for (const { file, size, modifiedMs } of sources) hash.update(`${file}\0${size}\0${modifiedMs}\n`);
  return hash.digest("hex");
}

async function hashContents(root: string, sources: SourceFile[]): Promise<string> {
  const hash = createHash("sha256");
  for (const { file } of sources) {
    hash
      .update(`${file}\0`)
      .update(await readFile(path.join(root, file)))
      .update("\n");
  }
  return hash.digest("hex");
}

async function findStamp(file: string): Promise<BuildStamp | null> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as BuildStamp;
  } catch (error) {
    // A damaged stamp counts as missing.
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/**
 * Builds pages and programs if their sources changed since the last complete build. Removes the stamp during a build,
 * so an interrupted one does not count.
 *
 * @returns whether it built
 */
export async function ensureBuild(root: string, logFile: string, signal?: AbortSignal): Promise<boolean> {
  const stampFile = path.join(root, stampName);
  const sources = await listSources(root);
  const quick = hashQuickly(sources);
  const stamp = hasPrograms(root) ? await findStamp(stampFile) : null;
  if (stamp?.quick === quick) return false;
  const content = await hashContents(root, sources);
  if (stamp?.content === content) {
    await writeFile(stampFile, JSON.stringify({ quick, content }));
    return false;
  }

  say("Building the app. This takes about half a minute, or a few minutes on a slow machine ...");
  await rm(stampFile, { force: true });
  await bundlePrograms(root);
  await runBuild(root, logFile, { buildId: content.slice(0, 20), signal });
  await finishStatic(path.join(root, ".next/static"));
  await writeFile(stampFile, JSON.stringify({ quick, content }));
  return true;
}

/** Compiles the programs of a machine without pages, unless a build of the same sources has them. */
export async function ensurePrograms(root: string): Promise<void> {
  const stamp = hasPrograms(root) ? await findStamp(path.join(root, stampName)) : null;
  if (stamp?.quick !== hashQuickly(await listSources(root))) await bundlePrograms(root);
}

/**
 * What the names of server actions are made with, besides their files and functions. Next takes a random key instead, so that
 * an action of one build is unknown to every other one. The key that protects what they carry is of the instance
 * (settings.ts).
 */
export const actionSalt = createHash("sha256").update("reverie server actions").digest("base64");

async function runBuild(
  root: string,
  logFile: string,
  { buildId, signal }: { buildId: string; signal: AbortSignal | undefined },
): Promise<void> {
  rotateLog(logFile);
  await mkdir(path.dirname(logFile), { recursive: true });
  const log = createWriteStream(logFile, { flags: "a" });
  let tail = "";
  const progress = tellBuildProgress({ say });
  const child = spawn(process.execPath, [path.join(root, "node_modules/next/dist/bin/next"), "build"], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: "production",
      NEXT_TELEMETRY_DISABLED: "1",
      NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: actionSalt,
      REVERIE_BUILD_ID: buildId,
    },
    stdio: ["ignore", "pipe", "pipe"],
    signal,
  });
  for (const output of [child.stdout, child.stderr]) {
    output.on("data", (chunk: Buffer) => {
      log.write(chunk);
      tail = (tail + chunk.toString()).slice(-6_000);
      progress.read(chunk.toString());
    });
  }
  try {
    const code = await new Promise<number | string | null>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (exitCode, exitSignal) => resolve(exitCode ?? exitSignal));
    });
    if (code !== 0) {
      const lines = tail.trimEnd().split("\n").slice(-25).join("\n");
      throw new LaunchError(`The build failed (${code}):\n${lines}\nFull output: ${logFile}`);
    }
  } finally {
    progress.stop();
    log.end();
  }
}

/** Output of the Next build, in order, with the words shown for it. */
const buildSteps: [RegExp, string][] = [
  [/Creating an optimized production build/, "compiling the pages"],
  [/Compiled successfully|Running TypeScript|Linting/, "checking the pages"],
  [/Collecting page data/, "collecting the pages"],
  [/Generating static pages|Finalizing page/, "writing the pages"],
];

interface BuildProgress {
  /** Takes new output of the build. */
  read(output: string): void;
  stop(): void;
}

/** Reports regularly how long the build has taken and what it does. */
export function tellBuildProgress({
  say,
  everyMs = 15_000,
}: {
  say: (line: string) => void;
  everyMs?: number;
}): BuildProgress {
  const startedAt = performance.now();
  let doing = "starting";
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    say(`  still building after ${seconds} s: ${doing}`);
  }, everyMs);
  return {
    read(output) {
      for (const [pattern, words] of buildSteps) if (pattern.test(output)) doing = words;
    },
    stop: () => clearInterval(timer),
  };
}
