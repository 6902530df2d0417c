import { bundleFrameProgram, bundlePeaksThread, stopCompiler } from "../../../scripts/bundle.mjs";

/** Bundles the programs of threads and processes, which tests run like the studio. */
export default async function bundleForTests(): Promise<void> {
  await bundlePeaksThread(process.cwd());
  await bundleFrameProgram(process.cwd());
  await stopCompiler();
}
