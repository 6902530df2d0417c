// Runs a trial of the built studio: npm run torture and npm run cluster-test; docs/reliability.md describes them.
//
// Runs on Node 20.9 with nothing installed, like scripts/start.mjs.
import { spawn } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { BootstrapError, ensureInstalled, projectNode } from "./bootstrap/install.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const options = [
  "--enable-source-maps",
  "--conditions=react-server",
  "scripts/run-typescript.mjs",
  ...process.argv.slice(2),
];

try {
  process.chdir(root);
  await ensureInstalled(root, (line) => console.error(line));
  const child = spawn(projectNode(root), options, { cwd: root, stdio: "inherit" });
  // Ctrl-C also reaches the child; this process waits until it has stopped the studio.
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  process.exitCode = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
} catch (error) {
  if (!(error instanceof BootstrapError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
