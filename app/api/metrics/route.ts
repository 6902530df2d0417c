import { Gauge, Registry } from "prom-client";
import { getGenerationServices } from "@/server/generation-services.server";
import { countGenerations } from "@/lib/generations/read/count-generations.server";
import { measureDiskSpace } from "@/lib/media/store/disk-space.server";
import { defineRoute } from "@/lib/http/route.server";

export const dynamic = "force-dynamic";

const contentType = Registry.PROMETHEUS_CONTENT_TYPE;

/** For the owner only, so a scraper sends an API token of theirs. */
export const GET = defineRoute({
  auth: "owner",
  scope: "read",
  operation: {
    id: "getMetrics",
    tag: "Studio",
    summary: "Get Prometheus metrics (owner only)",
    answers: { 200: { description: "Prometheus exposition format.", contentTypes: ["text/plain"] } },
  },
  async handle() {
    const { byState, overdueSeconds } = await countGenerations(await getGenerationServices());
    const { freeBytes } = await measureDiskSpace();
    const registry = new Registry();
    const generations = new Gauge({
      name: "reverie_generations",
      help: "Generations of all people by state",
      labelNames: ["state"],
      registers: [registry],
    });
    for (const [state, count] of Object.entries(byState)) generations.set({ state }, count);
    new Gauge({
      name: "reverie_queue_overdue_seconds",
      help: "How long the longest overdue generation has waited past its moment",
      registers: [registry],
    }).set(overdueSeconds);
    new Gauge({
      name: "reverie_web_resident_memory_bytes",
      help: "Resident memory of the web process",
      registers: [registry],
    }).set(process.memoryUsage.rss());
    new Gauge({
      name: "reverie_disk_free_bytes",
      help: "Free space on the disk of the data folder",
      registers: [registry],
    }).set(freeBytes);
    return new Response(await registry.metrics(), { headers: { "content-type": contentType } });
  },
});
