import { execFileSync, spawn } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { UpgradeState } from "../upgrade/state.mjs";
import { waitFor } from "./studio-process";

const root = path.resolve(import.meta.dirname, "../..");

/** What git and the release would not know, and tests of a version. */
const leftOut = new Set(
  [".cache", ".data", ".env", ".git", ".next", "coverage", "dist", "lib/db/generated", "node_modules"].concat(
    ["playwright-report", "test-results"],
  ),
);

/**
 * In the place of npm: brings packages along instead of downloading them, and the build that this checkout has. The studio keeps a
 * build whose sources are the same, and builds others.
 */
const npm = `#!/bin/sh
set -e
[ "$1" = ci ]
cp -al "${root}/node_modules" . || cp -a "${root}/node_modules" .
mkdir .next
for part in "${root}"/.next/* ; do [ "$(basename "$part")" = cache ] || cp -a "$part" .next/ ; done
cp -a "${root}/dist" .
cp -a "${root}/lib/db/generated" lib/db/
`;

/** A remote with the sources of this checkout as its first version, and a clone of it. */
export class UpgradeTrial {
  readonly #folder = mkdtempSync(path.join(tmpdir(), "reverie-upgrade-"));
  readonly remote = path.join(this.#folder, "remote");
  readonly checkout = path.join(this.#folder, "checkout");
  readonly dataDir = path.join(this.#folder, "data");
  readonly #bin = path.join(this.#folder, "bin");

  constructor() {
    cpSync(root, this.remote, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => !leftOut.has(path.relative(root, file)) && !file.endsWith(".tsbuildinfo"),
    });
    this.git(this.remote, "init", "--quiet", "--initial-branch=main");
    this.commit("main", "Version 0.1.0", {});
    this.git(this.remote, "tag", "v0.1.0");
    this.git(this.#folder, "clone", "--quiet", this.remote, this.checkout);
    mkdirSync(this.#bin);
    writeFileSync(path.join(this.#bin, "npm"), npm);
    chmodSync(path.join(this.#bin, "npm"), 0o755);
    execFileSync(path.join(this.#bin, "npm"), ["ci"], { cwd: this.checkout });
  }

  git(folder: string, ...words: string[]): string {
    const author = ["-c", "user.name=Trial", "-c", "user.email=trial@example.test"];
    return execFileSync("git", [...author, ...words], { cwd: folder, encoding: "utf8" }).trim();
  }

  get head(): string {
    return this.git(this.checkout, "rev-parse", "HEAD");
  }

  /** Adds a version to a branch of the remote, which begins at the first one. @returns its commit */
  commit(
    branch: string,
    words: string,
    files: Record<string, string | ((before: string) => string)>,
  ): string {
    if (branch !== "main") this.git(this.remote, "checkout", "--quiet", "-b", branch, "v0.1.0");
    for (const [name, change] of Object.entries(files)) {
      const file = path.join(this.remote, name);
      mkdirSync(path.dirname(file), { recursive: true });
      const text = typeof change === "string" ? change : change(readFileSync(file, "utf8"));
      writeFileSync(file, text);
    }
    this.git(this.remote, "add", "--all");
    this.git(this.remote, "commit", "--quiet", "--message", words);
    const made = this.git(this.remote, "rev-parse", "HEAD");
    if (branch !== "main") this.git(this.remote, "checkout", "--quiet", "main");
    return made;
  }

  /**
   * Commands that start and stop a studio as a service: a supervisor starts it again whenever it ends.
   * @param settings of the service, which the upgrade doesn't know
   */
  writeService(settings: Record<string, string>): { start: string; stop: string } {
    const file = path.join(this.#folder, "service");
    const supervisor = path.join(root, "scripts/testing/supervise.program.mjs");
    const words = Object.entries(settings).map(([name, value]) => `export ${name}='${value}'`);
    const text = `#!/bin/sh
if [ "$1" = stop ] ; then exec kill "$(cat "${file}.pid")" ; fi
cd "${this.checkout}"
${words.join("\n")}
setsid "${process.execPath}" "${supervisor}" > "${file}.log" 2>&1 < /dev/null &
echo $! > "${file}.pid"
`;
    writeFileSync(file, text, { mode: 0o755 });
    return { start: `"${file}" start`, stop: `"${file}" stop` };
  }

  /** The process that starts the studio of `writeService`. */
  get supervisor(): number {
    return Number(readFileSync(path.join(this.#folder, "service.pid"), "utf8"));
  }

  /**
   * @param killAt the step at which it is killed
   * @param dataDir of the studio
   */
  async upgrade(
    words: string[],
    killAt?: UpgradeState["step"],
    dataDir = this.dataDir,
  ): Promise<{ code: number | null; output: string }> {
    const { npm_execpath: _, ...environment } = process.env;
    const child = spawn(process.execPath, [path.join(this.checkout, "scripts/upgrade.mjs"), ...words], {
      cwd: this.checkout,
      env: {
        ...environment,
        STUDIO_DATA_DIR: dataDir,
        PATH: `${this.#bin}:${process.env.PATH}`,
      } as NodeJS.ProcessEnv,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
    }
    const code = new Promise<number | null>((resolve) => child.once("exit", resolve));
    if (killAt) {
      await waitFor(() => this.readStep() === killAt || child.exitCode !== null);
      child.kill("SIGKILL");
    }
    return { code: await code, output };
  }

  readStep(): UpgradeState["step"] | null {
    try {
      const text = readFileSync(path.join(this.checkout, ".cache/upgrade/state.json"), "utf8");
      return (JSON.parse(text) as UpgradeState).step;
    } catch {
      return null; // There is no upgrade.
    }
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
