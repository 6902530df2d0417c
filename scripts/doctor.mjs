// npm run doctor: reports problems and how to fix them. Runs on Node 20.9, also with nothing installed.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { findReasonToInstall, projectNode } from "./bootstrap/install.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
process.chdir(root);

const reason = findReasonToInstall(root);
if (reason) {
  console.log(`ERROR  packages: ${reason}\n       Fix: run npm start, which installs them, or npm ci.`);
  process.exitCode = 1;
} else {
  const environmentFile = path.join(root, ".env");
  const result = spawnSync(
    projectNode(root),
    [
      "--conditions=react-server",
      ...(existsSync(environmentFile) ? [`--env-file=${environmentFile}`] : []),
      path.join(root, "scripts/run-typescript.mjs"),
      "scripts/doctor/main.ts",
    ],
    { cwd: root, stdio: "inherit" },
  );
  if (result.error) {
    console.log(`ERROR  Node.js of the project: ${result.error.message}\n       Fix: npm rebuild node`);
  }
  process.exitCode = result.status ?? 1;
}
