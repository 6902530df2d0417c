import { openWorker } from "@/server/open-worker.server";
import { relayGenerator, relayRunner } from "./relay-generator.server";

// A worker that knows the relay generator alone, as a process of its own that a test may kill.
await openWorker({
  definitions: {
    find: (id) => (id === relayGenerator.id ? relayGenerator : undefined),
    list: () => [relayGenerator],
  },
  runners: { load: async (id) => (id === relayGenerator.id ? relayRunner : undefined) },
});
process.send?.({ type: "ready" });
