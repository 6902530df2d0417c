/**
 * Chunks that were read and handed on wait for the garbage collector until its nursery is full, and only what lies in the
 * nursery itself counts for that: with the usual 16 MB a file of 100 MB takes 60 to 100 MB of memory on its way through a
 * process, with 2 MB less than 40. Pages cost up to a tenth more processor time.
 */
const smallNursery = "--max-semi-space-size=2";

/** What Node runs the web server with. */
export const webNodeOptions: readonly string[] = [smallNursery];

/** What Node runs the worker with. */
export const workerNodeOptions: readonly string[] = ["--conditions=react-server", smallNursery];
