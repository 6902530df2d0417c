import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { bundle } from "@/scripts/bundle.mjs";

/**
 * Compiles a program of the bench, which prints its results as JSON.
 *
 * @returns runs it in a new process, so that neither memory nor compiled code of one run favours the next
 */
export async function prepareProgram<Facts>(
  root: string,
  entry: string,
  nodeOptions: readonly string[] = [],
): Promise<(...programArguments: (string | number)[]) => Promise<Facts>> {
  const program = path.join(root, ".cache/bench", `${path.basename(entry, ".program.ts")}.mjs`);
  await bundle(root, path.join("bench", entry), program);
  return async (...programArguments) => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [...nodeOptions, program, ...programArguments.map(String)],
      { cwd: root, maxBuffer: 1e9 },
    );
    return JSON.parse(stdout) as Facts;
  };
}
