import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import { z } from "zod";
import { getDatabase } from "@/lib/db/database.server";
import { keepClock } from "@/lib/db/sync-clock.server";
import { getEnv } from "@/lib/env/env.server";
import { StudioError } from "@/lib/errors/studio-error";
import { countGenerations } from "@/lib/generations/read/count-generations.server";
import { requireDatabase } from "@/lib/http/database-away.server";
import { defineRoute } from "@/lib/http/route.server";
import { measureDiskSpace } from "@/lib/media/store/disk-space.server";
import { readBuildId } from "@/lib/status/build-id.server";
import { readMachineState } from "@/lib/status/machine-state.server";
import { version } from "@/lib/status/version.server";
import { studioClock } from "@/lib/clock";

const versionSchema = z.string().describe("Which version of Reverie this machine runs.");

/**
 * 200 while the process responds, whatever the database does. For supervisors that restart a hanging process.
 */
export const getLiveness = defineRoute({
  auth: "none",
  operation: {
    id: "getLiveness",
    tag: "Studio",
    summary: "Check that the process responds, regardless of the database",
    answers: {
      200: {
        description: "The process responds.",
        schema: z.object({
          status: z.literal("ok"),
          version: versionSchema,
          build: z.string().describe("Which build of the studio's pages this machine has."),
        }),
      },
    },
  },
  handle: () => ({ status: "ok", version, build: readBuildId() }),
});

const healthSchema = z.object({
  status: z.literal("ok"),
  version: versionSchema,
  role: z.enum(["all", "web", "worker"]).describe("What runs on this machine: `STUDIO_ROLE`."),
  storage: z
    .enum(["ok", "full"])
    .describe("`full`: results are still stored and served, but new work is refused until space is freed."),
});

/** 200 once this machine does its part; 503 without a database or a worker that it should have, and when it stops. */
export const getHealth = defineRoute({
  auth: "none",
  operation: {
    id: "getHealth",
    tag: "Studio",
    summary: "Check whether this machine of the studio does its part",
    answers: {
      200: { description: "It serves requests, works on them, or both.", schema: healthSchema },
    },
    problems: ["studio.stopping", "worker.away"],
  },
  async handle() {
    const { worker, isDraining } = readMachineState();
    if (isDraining) throw new StudioError("studio.stopping");
    if (worker === "starting" || worker === "failing") throw new StudioError("worker.away");
    await requireDatabase();
    const { neededBytes } = await measureDiskSpace();
    return { status: "ok", version, role: getEnv().STUDIO_ROLE, storage: neededBytes > 0 ? "full" : "ok" };
  },
});

/** Processor, memory, event loop and garbage collection, by the names that dashboards for Node know. Measured from the first call on. */
const processMetrics = new Registry();
let measuresProcess = false;

/** For the owner only, so a scraper sends an API token of theirs. */
export const getMetrics = defineRoute({
  auth: "owner",
  scope: "read",
  operation: {
    id: "getMetrics",
    tag: "Studio",
    summary: "Get Prometheus metrics (owner only)",
    answers: { 200: { description: "Prometheus exposition format.", contentTypes: ["text/plain"] } },
  },
  async handle() {
    const database = getDatabase();
    await keepClock(database);
    const registry = new Registry();
    const gauge = (name: string, help: string, labelNames: string[] = []) =>
      new Gauge({ name: `reverie_${name}`, help, labelNames, registers: [registry] });
    if (!measuresProcess) collectDefaultMetrics({ register: processMetrics });
    measuresProcess = true;
    const { byState, overdueSeconds, oldestStepSeconds, workers, failures } = await countGenerations({
      database,
      clock: studioClock,
    });
    const generations = gauge("generations", "Generations of all people by state", ["state"]);
    for (const [state, count] of Object.entries(byState)) generations.set({ state }, count);
    gauge("queue_overdue_seconds", "How long the longest overdue generation has waited past its moment").set(
      overdueSeconds,
    );
    gauge(
      "oldest_step_seconds",
      "How long ago the generation under way with the oldest last change changed",
    ).set(oldestStepSeconds);
    const claims = gauge("worker_claims", "Generations that each running worker holds", ["worker", "host"]);
    for (const { id, host, count } of workers) claims.set({ worker: id, host }, count);
    const failed = gauge("failures_last_hour", "Generations that failed within the last hour by error code", [
      "code",
    ]);
    for (const { code, count } of failures) failed.set({ code }, count);
    // The name of the process is part of the metric, as it was before a worker had metrics.
    const program = getEnv().STUDIO_ROLE === "worker" ? "worker" : "web";
    gauge(`${program}_resident_memory_bytes`, `Resident memory of the ${program} process`).set(
      process.memoryUsage.rss(),
    );
    gauge("disk_free_bytes", "Free space on the disk of the data folder").set(
      (await measureDiskSpace()).freeBytes,
    );
    return new Response((await registry.metrics()) + (await processMetrics.metrics()), {
      headers: { "content-type": Registry.PROMETHEUS_CONTENT_TYPE },
    });
  },
});
