import { bundlePeaksThread, stopCompiler } from "../../../scripts/bundle.mjs";

/** Tests run the worker thread as the studio does: from its bundle, which is made anew when the code has changed. */
export default async function bundleForTests(): Promise<void> {
  await bundlePeaksThread(process.cwd());
  await stopCompiler();
}
