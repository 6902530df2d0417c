// npm run bench [-- submit streaming]: measures and prints one table; docs/benchmarks.md explains it.
//
// Runs on Node 20.9 with nothing installed, like scripts/start.mjs.
import { spawn } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { BootstrapError, ensureInstalled, projectNode } from "./bootstrap/install.mjs";
import { generateDatabaseClient } from "./generate-database-client.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

async function run() {
  await ensureInstalled(root, (line) => console.error(line));
  await generateDatabaseClient(root);
  const child = spawn(
    projectNode(root),
    [
      "--enable-source-maps",
      path.join(root, "scripts/run-typescript.mjs"),
      "bench/run-bench.ts",
      ...process.argv.slice(2),
    ],
    { cwd: root, stdio: "inherit" },
  );
  // Ctrl-C also reaches the child; this process waits until it has cleaned up.
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}

try {
  process.exitCode = await run();
} catch (error) {
  if (!(error instanceof BootstrapError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
