// npm run build: builds the pages and the programs of the worker, as npm start does when they are missing or outdated.
import { LaunchError } from "./launcher/console";
import { bundle, bundleFrameProgram, bundlePeaksThread, stopCompiler } from "./bundle.mjs";
import { ensureWebBuild } from "./launcher/web-build";

try {
  const root = process.cwd();
  const built = await ensureWebBuild(root, ".cache/build.log");
  await bundle(root, "server/worker-main.server.ts", "dist/worker.mjs");
  await bundlePeaksThread(root);
  await bundleFrameProgram(root);
  await stopCompiler();
  if (!built) console.log("The build is up to date.");
} catch (error) {
  if (!(error instanceof LaunchError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
