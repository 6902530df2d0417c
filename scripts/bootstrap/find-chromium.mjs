// Finds Chromium or Chrome for the browser tests. Runs on Node 20.9 with nothing installed.
import { accessSync, constants, readdirSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";

/** The headless shell comes first: without windows to draw, the browser tests take a third less of the processor. */
const commandNames = [
  "chromium-headless-shell",
  "chrome-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "chrome",
];

const macPrograms = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** Browsers that Playwright downloaded, newest first. */
function listDownloaded() {
  const cache =
    process.env.PLAYWRIGHT_BROWSERS_PATH ??
    path.join(
      homedir(),
      process.platform === "darwin" ? "Library/Caches/ms-playwright" : ".cache/ms-playwright",
    );
  let folders;
  try {
    folders = readdirSync(cache);
  } catch (error) {
    if (error.code === "ENOENT") return [];
    throw error;
  }
  return folders
    .filter((name) => /^chromium(_headless_shell)?-\d+$/.test(name))
    .sort((left, right) => Number(right.split("-")[1]) - Number(left.split("-")[1]))
    .flatMap((name) =>
      [
        "chrome-headless-shell-linux64/chrome-headless-shell",
        "chrome-linux/headless_shell",
        "chrome-linux64/chrome",
        "chrome-linux/chrome",
        "chrome-mac/Chromium.app/Contents/MacOS/Chromium",
      ].map((program) => path.join(cache, name, program)),
    );
}

/**
 * Looks at CHROME_PATH, then on PATH, then at the usual places.
 * @returns {string | null} the path of the program
 */
export function findChromium() {
  const named = process.env.CHROME_PATH;
  if (named) return isProgram(named) ? named : null;
  const folders = (process.env.PATH ?? "").split(path.delimiter).filter(Boolean);
  const onPath = commandNames.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return [...onPath, ...macPrograms, ...listDownloaded()].find(isProgram) ?? null;
}

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
