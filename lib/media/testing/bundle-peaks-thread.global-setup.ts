import { bundleFrameProgram, bundlePeaksThread, stopCompiler } from "../../../scripts/bundle.mjs";

/** Bundles the programs of threads and processes, which tests run as the studio does. */
export default async function bundleForTests(): Promise<void> {
  await bundlePeaksThread(process.cwd());
  await bundleFrameProgram(process.cwd());
  await stopCompiler();
}
