// npm test: everything that must hold, from a bare clone. npm test -- unit lint ... runs only these parts.
//
// This file runs on Node 20.9 with nothing installed: it installs, finds a browser, and hands over to the project's own Node.
import { spawn, spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { findChromium } from "./bootstrap/find-chromium.mjs";
import { BootstrapError, ensureInstalled, projectNode } from "./bootstrap/install.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const parts = process.argv.slice(2);

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

/** Root on a machine with apt may install a browser; anybody else is told how. */
function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  const hasApt = spawnSync("apt-get", ["--version"], { stdio: "ignore" }).status === 0;
  if (process.getuid?.() === 0 && hasApt) {
    console.log("Installing Chromium with apt-get ...");
    runApt("update", "-qq");
    runApt("install", "-y", "-qq", "--no-install-recommends", "chromium");
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
  if (parts.length === 0 || parts.includes("e2e")) environment.CHROME_PATH = ensureChromium();
  const child = spawn(projectNode(root), [path.join(root, "scripts/run-tests.mjs"), ...parts], {
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
