import type { Clock } from "@/lib/clock";
import type { Database } from "@/lib/db/database.server";
import type { JobQueue } from "@/lib/jobs/job-queue.server";
import type { DefinitionRegistry, InputCheckRegistry } from "./definition-port";

/** What every operation on generations needs; made once a process, once a test. */
export interface GenerationServices {
  database: Database;
  jobs: Pick<JobQueue, "enqueue">;
  definitions: DefinitionRegistry;
  inputChecks: InputCheckRegistry;
  clock: Clock;
}
