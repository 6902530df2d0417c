import type { Clock } from "@/lib/clock";
import type { Database } from "@/lib/db/database.server";
import type { JobQueue } from "@/lib/jobs/job-queue.server";
import type { DefinitionRegistry, InputCheckRegistry } from "./definition-port";

/** What every operation on generations needs; created once per process, or per test. */
export interface GenerationServices {
  database: Database;
  jobs: Pick<JobQueue, "enqueue" | "enqueueAll">;
  definitions: DefinitionRegistry;
  inputChecks: InputCheckRegistry;
  clock: Clock;
}
