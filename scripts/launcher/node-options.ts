import path from "node:path";
import { pathToFileURL } from "node:url";

/**
 * Limits the memory of streaming: buffers are freed only when the garbage collector's young generation is full, which
 * does not count their contents. Streaming a file of 100 MB takes 60 to 100 MB with the default of 16 MB, and less than 40
 * with 2 MB. Pages take up to 10 % more processor time.
 */
const smallNursery = "--max-semi-space-size=2";

/** Node options of the web server. */
export const webNodeOptions: readonly string[] = [smallNursery];

/** Node options of the worker. The condition lets modules that import "server-only" load outside of Next. */
export const workerNodeOptions: readonly string[] = ["--conditions=react-server", smallNursery];

/** Node options that load programs of this folder before the process's own. */
export const preload = (root: string, ...names: string[]): string[] =>
  names.flatMap((name) => ["--import", pathToFileURL(path.join(root, "scripts/launcher", name)).href]);
