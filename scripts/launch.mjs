// Compiles the launcher and runs it, on the project's Node with everything installed.
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { hasSources } from "./bootstrap/install.mjs";
import { bundleLauncher, stopCompiler } from "./bundle.mjs";
import { generateDatabaseClient } from "./generate-database-client.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

if (hasSources(root)) {
  await generateDatabaseClient(root);
  await bundleLauncher(root);
  await stopCompiler();
}
const { runLauncher } = await import(pathToFileURL(path.join(root, "dist/launcher/main.mjs")).href);
await runLauncher({ root, development: process.argv.includes("--dev") });
