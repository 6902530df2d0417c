import { bundleFrameProgram, bundlePeaksThread, stopCompiler } from "../../../scripts/bundle.mjs";

/** Tests run threads and processes as the studio does: from their bundles, which are made anew when the code has changed. */
export default async function bundleForTests(): Promise<void> {
  await bundlePeaksThread(process.cwd());
  await bundleFrameProgram(process.cwd());
  await stopCompiler();
}
