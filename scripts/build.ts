// npm run build: builds the pages and the programs of the worker, as npm start does when they are missing or outdated.
import { LaunchError } from "./launcher/console";
import { stopCompiler } from "./bundle.mjs";
import { generateDatabaseClient } from "./generate-database-client.mjs";
import { ensureBuild } from "./launcher/build-studio";

try {
  const root = process.cwd();
  await generateDatabaseClient(root);
  const built = await ensureBuild(root, ".cache/build.log");
  await stopCompiler();
  if (!built) console.log("The build is up to date.");
} catch (error) {
  if (!(error instanceof LaunchError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
