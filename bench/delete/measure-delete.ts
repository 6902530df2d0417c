import { randomBytes } from "node:crypto";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createDatabase } from "@/lib/db/database.server";
import type { ItemTaskDto } from "@/lib/item-tasks/item-task-dto";
import { seedItems } from "@/lib/items/testing/seed-items.server";
import { blobKey } from "@/lib/media/store/blob-store.server";
import { createDiskStore } from "@/lib/media/store/disk-store.server";
import { timeIt } from "../report/rounds";
import { quantile } from "../report/statistics";
import { ratioAtMost, type BenchContext, type Measure } from "../report/table";
import { unlimited, withStudio, type RunningStudio } from "../studio/running-studio";
import { followGenerations, type FollowedGenerations, type StudioApi } from "../studio/studio-api";

const itemCount = 12_200;
const keptCount = 2_100;
const fileBytes = 20_000;
const threeYearsMs = 3 * 365.25 * 86_400_000;
const warmUpRounds = 20;
const usualRounds = 60;
/** Below the limit of searches. */
const betweenRoundsMs = 300;

/** What is measured, in milliseconds. */
type Times = Record<"page" | "search" | "submit" | "event", number[]>;
const names: Record<keyof Times, string> = {
  page: "a page of the library",
  search: "a search",
  submit: "a submit",
  event: "a submit until its first event",
};

/** Requests of a person while 10,000 of their items with a file each are deleted for good, against the same before and after. */
export async function measureDelete(context: BenchContext): Promise<Measure[]> {
  const settings = {
    rateLimits: { endpoints: { imageGeneration: unlimited } },
    sandbox: { latencyMs: 50, rateLimits: "off" },
  };
  return withStudio(context, settings, async ({ studio, api }) => {
    context.log(`delete: seeding ${itemCount} items with files`);
    await seedFiles(studio);
    const followed = await followGenerations(api);
    await runRounds(api, followed, rounds(warmUpRounds));
    const before = await runRounds(api, followed, rounds(usualRounds));
    const { during, deleted, ms } = await deleteMeanwhile(api, followed);
    const after = await runRounds(api, followed, rounds(usualRounds));
    followed.close();
    context.log(`delete: ${deleted} items in ${Math.round(ms / 1_000)} s, ${during.page.length} rounds`);
    const whole = Object.entries(names) as [keyof Times, string][];
    return [
      ...whole.flatMap(([name, words]): Measure[] => {
        const usual = [...before[name], ...after[name]];
        const row = (statistic: string, of: (timesMs: number[]) => number): Measure => ({
          name: `delete: ${words} meanwhile, ${statistic}`,
          unit: "ms",
          floor: of(usual),
          figure: of(during[name]),
        });
        return [
          { ...row("p95", (timesMs) => quantile(timesMs, 0.95)), aim: ratioAtMost(2) },
          row("slowest", (timesMs) => Math.max(...timesMs)),
        ];
      }),
      { name: "delete: items with their files for good", unit: "/s", figure: deleted / (ms / 1_000) },
    ];
  });
}

async function seedFiles(studio: RunningStudio): Promise<void> {
  const store = createDiskStore(path.join(studio.dataDir, "media"));
  const digests: string[] = [];
  while (digests.length < itemCount) {
    const writer = await store.createWriter();
    await writer.write(randomBytes(fileBytes));
    const { sha256 } = await writer.seal();
    await writer.commit(blobKey(sha256));
    digests.push(sha256);
  }
  const database = createDatabase(await studio.findDatabaseUrl(), { maxConnections: 2 });
  try {
    const { id: userId } = await database.user.findFirstOrThrow();
    const assets = await database.asset.createManyAndReturn({
      data: digests.map((sha256) => ({
        userId,
        sha256,
        bytes: fileBytes,
        mimeType: "image/png",
        kind: "image",
        origin: "output",
      })),
      select: { id: true },
    });
    const all = assets.map(({ id }) => id);
    const assetIds = { image: all, audio: all, video: all };
    await seedItems(database, { userId, assetId: all[0]!, assetIds, count: itemCount });
  } finally {
    await database.$disconnect();
  }
}

/** Ends after so many rounds. */
function rounds(count: number): () => boolean {
  let done = 0;
  return () => (done += 1) > count;
}

/** One request of each kind after the other, again and again. */
async function runRounds(
  api: StudioApi,
  followed: FollowedGenerations,
  isOver: () => boolean,
): Promise<Times> {
  const times: Times = { page: [], search: [], submit: [], event: [] };
  while (!isOver()) {
    times.page.push((await timeIt(() => api.request("GET", "/api/v1/items"))).ms);
    times.search.push((await timeIt(() => api.request("GET", "/api/v1/items?q=harbour%20waltz"))).ms);
    const submittedAt = performance.now();
    const input = {
      model: "image-01",
      prompt: `A lighthouse at dusk, ${submittedAt}`,
      aspect_ratio: "1:1",
      n: 1,
    };
    const { id } = await api.create("image", input);
    times.submit.push(performance.now() - submittedAt);
    await followed.waitFor(id, () => true);
    times.event.push(performance.now() - submittedAt);
    await followed.waitFor(id, ({ state }) => state === "succeeded");
    await delay(betweenRoundsMs);
  }
  return times;
}

/** Measures until the items are gone. */
async function deleteMeanwhile(api: StudioApi, followed: FollowedGenerations) {
  const until = new Date(Date.now() - (keptCount / itemCount) * threeYearsMs).toISOString();
  const startedAt = performance.now();
  let task = await api.request<ItemTaskDto>("POST", "/api/v1/items/deletions", {
    filter: { until },
    skipTrash: true,
  });
  const watching = (async () => {
    while (task.finishedAt === null) {
      await delay(500);
      task = await api.request<ItemTaskDto>("GET", `/api/v1/item-tasks/${task.id}`);
    }
  })();
  const during = await runRounds(api, followed, () => task.finishedAt !== null);
  await watching;
  const ms = performance.now() - startedAt;
  if (task.state !== "succeeded") throw new Error(`The deletion ended ${task.state}.`);
  return { during, deleted: task.changed, ms };
}
