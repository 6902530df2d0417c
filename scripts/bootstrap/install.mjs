// Installs what package-lock.json lists. Runs on Node 20.9 with nothing installed.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/** A failed step; `message` is shown on the console without a stack trace. */
export class BootstrapError extends Error {
  constructor(message, options) {
    super(message, options);
    this.name = "BootstrapError";
  }
}

/** The project's Node.js, which npm installs as a package. */
export function projectNode(root) {
  return path.join(root, "node_modules/node/bin", process.platform === "win32" ? "node.exe" : "node");
}

/**
 * Whether this folder has what packages, pages and programs are made from. A release (scripts/make-release.ts) has only the
 * result, and is never written to.
 */
export function hasSources(root) {
  return existsSync(path.join(root, "package-lock.json"));
}

/**
 * Runs npm ci where packages are missing or differ from package-lock.json. npm writes node_modules/.package-lock.json
 * last, so an interrupted install does not count as done.
 * @param {string} root
 * @param {(line: string) => void} say
 */
export async function ensureInstalled(root, say) {
  const reason = findReasonToInstall(root);
  if (!reason) return false;
  say(`Installing packages (${reason}). The first time takes about a minute ...`);
  await runNpm(root, [
    "ci",
    "--include=dev",
    "--include=optional",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
  ]);
  assertNodeWorks(root);
  return true;
}

/** The reason to install, or null. */
export function findReasonToInstall(root) {
  if (!hasSources(root)) return null;
  const installedFile = path.join(root, "node_modules/.package-lock.json");
  if (!existsSync(installedFile)) return "not installed yet";
  const wanted = readPackages(path.join(root, "package-lock.json"));
  const installed = readPackages(installedFile);
  for (const [location, facts] of Object.entries(wanted)) {
    if (location === "") continue;
    const found = installed[location];
    // The lock file also lists packages of other platforms, which are not installed.
    if (!found && facts.optional) continue;
    if (!found || found.version !== facts.version || found.integrity !== facts.integrity) {
      return `${location.replace(/^.*node_modules\//, "")} changed`;
    }
  }
  return existsSync(projectNode(root)) ? null : "the project's Node.js is missing";
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8")).packages ?? {};
  } catch (error) {
    throw new BootstrapError(`${file} cannot be read: ${error.message}`, { cause: error });
  }
}

async function runNpm(root, npmArguments) {
  // npm sets its own path for the scripts it runs.
  const npmCli = process.env.npm_execpath;
  const [command, commandArguments] = npmCli?.endsWith(".js")
    ? [process.execPath, [npmCli, ...npmArguments]]
    : ["npm", npmArguments];
  const child = spawn(command, commandArguments, {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    shell: process.platform === "win32" && command === "npm",
  });
  let output = "";
  const collect = (chunk) => (output = (output + chunk).slice(-20_000));
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  const code = await new Promise((resolve, reject) => {
    child.once("error", (error) =>
      reject(new BootstrapError(`npm failed to start (${error.message}). Install Node.js with npm.`)),
    );
    child.once("close", (exitCode, signal) => resolve(exitCode ?? signal));
  });
  if (code !== 0) {
    throw new BootstrapError(
      `npm ${npmArguments[0]} failed (${code}):\n${shorten(output)}\n\nCheck your network connection and free disk space, then start again.`,
    );
  }
}

/** npm reports the error first or last, with long hints in between. */
function shorten(output) {
  const lines = output.trimEnd().split("\n");
  return lines.length <= 24
    ? lines.join("\n")
    : [...lines.slice(0, 12), "...", ...lines.slice(-12)].join("\n");
}

function assertNodeWorks(root) {
  const result = spawnSync(projectNode(root), ["--version"], { encoding: "utf8" });
  if (result.status === 0) return;
  throw new BootstrapError(
    "The project's Node.js, installed by npm, doesn't run" +
      `${result.error ? ` (${result.error.message})` : ""}. If npm is configured to ignore scripts, run: npm rebuild node`,
  );
}
