import { openWorker } from "@/server/open-worker.server";
import { relayGenerator, relayRunner } from "./relay-generator.server";

// A worker with the relay generator only, as a process that a test can kill.
await openWorker({
  definitions: {
    find: (id) => (id === relayGenerator.id ? relayGenerator : undefined),
    list: () => [relayGenerator],
  },
  runners: { load: async (id) => (id === relayGenerator.id ? relayRunner : undefined) },
});
process.send?.({ type: "ready" });
