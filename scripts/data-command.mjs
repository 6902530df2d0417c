// npm run backup, restore, verify, export and import: runs scripts/<command>.ts on the project's Node, with the settings of .env.
//
// Runs on Node 20.9 with nothing installed, like scripts/start.mjs: a backup is restored on a new machine.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { BootstrapError, ensureInstalled, projectNode } from "./bootstrap/install.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const [command, ...given] = process.argv.slice(2);
/** Where the person is; npm changes to the folder of the project. */
const folder = process.env.INIT_CWD || process.cwd();
/** All arguments but options and an address are files or folders. */
const args = given.map((argument, index) =>
  argument.startsWith("--") || given[index - 1] === "--email" ? argument : path.resolve(folder, argument),
);

try {
  process.chdir(root);
  await ensureInstalled(root, (line) => console.error(line));
  const environmentFile = path.join(root, ".env");
  const result = spawnSync(
    projectNode(root),
    [
      "--enable-source-maps",
      "--conditions=react-server",
      ...(existsSync(environmentFile) ? [`--env-file=${environmentFile}`] : []),
      path.join(root, "scripts/run-typescript.mjs"),
      `scripts/${command}.ts`,
      ...args,
    ],
    { cwd: root, stdio: "inherit" },
  );
  if (result.error) throw result.error;
  process.exitCode = result.status ?? 1;
} catch (error) {
  if (!(error instanceof BootstrapError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
