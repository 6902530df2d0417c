import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { bundle } from "@/scripts/bundle.mjs";

/** Starts a plain server of one file in a separate process. */
export async function serveFile({
  root,
  file,
}: {
  root: string;
  file: string;
}): Promise<{ address: string; stop: () => void }> {
  const program = path.join(root, ".cache/bench/serve-file.mjs");
  await bundle(root, "bench/video/serve-file.program.ts", program);
  const child = spawn(process.execPath, [program, file], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  return { address: `http://127.0.0.1:${line.toString().trim()}`, stop: () => void child.kill() };
}
