import { spawn, type ChildProcess } from "node:child_process";
import { availableParallelism } from "node:os";
import path from "node:path";
import { FairLimit, type Turn } from "./fair-limit";

// One per process, although Next bundles routes separately.
const globalForDecoders = globalThis as { reverieDecoderLimit?: FairLimit; reverieStripLimit?: FairLimit };

/** Runs a decoder in its turn: images and videos share the cores, and one is left for serving pages. */
export function limitDecoders<Result>(turn: Turn, run: () => Promise<Result>): Promise<Result> {
  globalForDecoders.reverieDecoderLimit ??= new FairLimit(Math.max(1, availableParallelism() - 1));
  return globalForDecoders.reverieDecoderLimit.run(turn, run);
}

/** Strips of videos take seconds: they wait for each other, and nothing else waits for them. */
export function limitStrips<Result>(turn: Turn, run: () => Promise<Result>): Promise<Result> {
  globalForDecoders.reverieStripLimit ??= new FairLimit(1);
  return globalForDecoders.reverieStripLimit.run(turn, run);
}

const maxHeapMegabytes = 256;
const keptErrorCharacters = 2_000;

/**
 * Makes glibc give freed memory back. By default each thread of an encoder keeps what it freed: rendering 40 s of 1080p took 1,050 MB
 * instead of 760, and then was ended by its limit.
 */
const thriftyMalloc = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "131072",
  MALLOC_TRIM_THRESHOLD_: "131072",
};

/**
 * Starts a program of dist that decodes untrusted bytes with native code: without the studio's environment, and without
 * permission to start processes, or to open files for writing but in `writes`.
 */
export function spawnDecoder(
  program: "decode-frame" | "decode-picture" | "convert-sound" | "render-film" | "make-proxy",
  {
    output,
    writes,
  }: {
    /** A file that the program may write to, as its descriptor 4. */
    output?: number;
    /** A folder, as an absolute path. */
    writes?: string;
  } = {},
): ChildProcess {
  return spawn(
    process.execPath,
    [
      ...[`--max-old-space-size=${maxHeapMegabytes}`, "--expose-gc"],
      ...["--permission", "--allow-addons", "--allow-fs-read=*", "--no-warnings"],
      ...(writes === undefined ? [] : [`--allow-fs-write=${path.join(writes, "*")}`]),
      path.join(/* turbopackIgnore: true */ process.cwd(), `dist/${program}.mjs`),
    ],
    {
      env: { NODE_ENV: "production", ...(writes === undefined ? {} : thriftyMalloc) },
      stdio: ["ignore", "ignore", "pipe", "ipc", ...(output === undefined ? [] : [output])],
      serialization: "advanced",
      windowsHide: true,
    },
  );
}

/** Collects the end of the process's stderr. */
export function keepErrorText(child: ChildProcess): () => string {
  let text = "";
  child.stderr?.setEncoding("utf8").on("data", (piece: string) => {
    text = (text + piece).slice(-keptErrorCharacters);
  });
  return () => text.trim();
}
