// npm run build: the pages, the worker, its threads and processes, as npm start makes them when they are missing or old.
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
