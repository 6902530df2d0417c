// Loaded into every process of the studio (node --import): frees what its start has left behind. V8 collects only while a
// process allocates, so an idle one would keep 5 to 15 MB.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** A start takes seconds. */
const afterMs = 60_000;

setTimeout(() => {
  // Contexts that are created with this option have the function.
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
}, afterMs).unref();
