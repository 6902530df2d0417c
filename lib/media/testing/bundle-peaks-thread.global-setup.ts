import { bundlePrograms, stopCompiler } from "../../../scripts/bundle.mjs";

/** Bundles the programs of threads and processes, which tests run like the studio. */
export default async function bundleForTests(): Promise<void> {
  await bundlePrograms(process.cwd(), [
    "peaks-thread",
    "decode-frame",
    "decode-picture",
    "convert-sound",
    "render-film",
    "make-proxy",
  ]);
  await stopCompiler();
}
