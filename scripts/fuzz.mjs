// npm run fuzz -- --cases 5000 --seed 7: tries every property of scripts/fuzz with that many cases each (5,000 without
// the option, more than 100,000 in all). A failure prints the seed and the smallest case; npm test tries a few of each.
import { spawn } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { BootstrapError, ensureInstalled, projectNode } from "./bootstrap/install.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const { values } = parseArgs({
  options: { cases: { type: "string", default: "5000" }, seed: { type: "string", default: "1" } },
});
const hourMs = "3600000";

try {
  await ensureInstalled(root, (line) => console.error(line));
  const vitest = path.join(root, "node_modules/vitest/vitest.mjs");
  const options = ["run", "--project", "unit", "--testTimeout", hourMs, "scripts/fuzz"];
  const child = spawn(projectNode(root), [vitest, ...options], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, FUZZ_CASES: values.cases, FUZZ_SEED: values.seed },
  });
  process.exitCode = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
} catch (error) {
  if (!(error instanceof BootstrapError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
