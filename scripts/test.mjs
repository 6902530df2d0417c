// npm test runs everything on a bare clone; npm test -- unit lint ... runs these parts. npm run check is the quick round
// of static checks and changed units. CONTRIBUTING.md describes both.
//
// This file runs on Node 20.9 with nothing installed. It installs packages, finds a browser and starts scripts/run-tests.mjs
// on the project's own Node.
import { spawn, spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { findChromium } from "./bootstrap/find-chromium.mjs";
import { BootstrapError, ensureInstalled, projectNode } from "./bootstrap/install.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const options = process.argv.slice(2);
const parts = options.filter((option) => !option.startsWith("--"));
const needsBrowser = parts.includes("e2e") || (parts.length === 0 && !options.includes("--check"));

function runApt(...aptArguments) {
  const result = spawnSync("apt-get", aptArguments, {
    encoding: "utf8",
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (result.status === 0) return;
  const tail = `${result.stdout}${result.stderr}`.trimEnd().split("\n").slice(-8).join("\n");
  throw new BootstrapError(`apt-get ${aptArguments.join(" ")} failed:\n${tail}`);
}

/** Installs Chromium where this is root on a machine with apt; elsewhere the error says how. */
function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  const hasApt = spawnSync("apt-get", ["--version"], { stdio: "ignore" }).status === 0;
  if (process.getuid?.() === 0 && hasApt) {
    console.log("Installing Chromium with apt-get ...");
    runApt("update", "-qq");
    // Older releases have Chromium only as a whole.
    const isKnown =
      spawnSync("apt-cache", ["show", "chromium-headless-shell"], { stdio: "ignore" }).status === 0;
    const name = isKnown ? "chromium-headless-shell" : "chromium";
    runApt("install", "-y", "-qq", "--no-install-recommends", name);
    const installed = findChromium();
    if (installed) return installed;
  }
  throw new BootstrapError(
    "The browser tests need Chromium or Chrome, and none was found. Install one (Debian: apt-get install chromium), or " +
      "set its path: CHROME_PATH=/path/to/chrome npm test. Without a browser: npm test -- unit integration",
  );
}

try {
  process.chdir(root);
  await ensureInstalled(root, (line) => console.log(line));
  const environment = { ...process.env };
  if (needsBrowser) environment.CHROME_PATH = ensureChromium();
  const child = spawn(projectNode(root), [path.join(root, "scripts/run-tests.mjs"), ...options], {
    cwd: root,
    env: environment,
    stdio: ["ignore", "inherit", "inherit"],
  });
  process.exitCode = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
} catch (error) {
  if (!(error instanceof BootstrapError)) throw error;
  console.error(error.message);
  console.log("0 passed, 1 failed");
  process.exitCode = 1;
}
