import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import sharp from "sharp";
import { readTree } from "../report/process-tree";
import { ratioAtMost, type BenchContext, type Measure } from "../report/table";
import { requirePid, unlimited, withStudio, type RunningStudio } from "../studio/running-studio";
import { followGenerations, type FollowedGenerations, type StudioApi } from "../studio/studio-api";
import { collectGarbage, type HeapMemory } from "./collect-garbage";

const firstGenerations = 200;
const allGenerations = 2_000;
const atOnce = 4;
/** Longer than the pauses of background work: decoders end, connections are closed. */
const restMs = 40_000;
const measuredProcesses = ["web", "worker"] as const;

type Memory = HeapMemory & { pss: number };

/**
 * What web and worker keep of work that is done: memory after 2,000 generations, against that after the first 200. Every
 * other generation is a speech whose stream is read while it arrives, the others are images; with each tenth, a new
 * image is uploaded, a page of the library read, and an event stream opened and closed.
 */
export async function measureMemory(context: BenchContext): Promise<Measure[]> {
  if (process.platform !== "linux") {
    context.log("memory: measured on Linux only");
    return [];
  }
  const settings = {
    rateLimits: { endpoints: { imageGeneration: unlimited, speech: unlimited } },
    sandbox: { latencyMs: 0, rateLimits: "off" },
  };
  return withStudio(context, settings, async ({ studio, api }) => {
    let done = 0;
    const runUntil = async (last: number) => {
      const followed = await followGenerations(api);
      const work = async () => {
        while (done < last) {
          const index = done++;
          if (index % 100 === 0) context.log(`memory: ${index} of ${allGenerations} generations`);
          await (index % 2 === 0 ? hearSpeech(index, api, followed) : makeImage(index, api, followed));
          if (index % 10 === 0) await visitStudio(studio, api);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, work));
      followed.close();
    };
    await runUntil(firstGenerations);
    const before = await readMemory(studio);
    await runUntil(allGenerations);
    const after = await readMemory(studio);
    return measuredProcesses.flatMap((name, index) => describe(name, before[index]!, after[index]!));
  });
}

function describe(name: string, before: Memory, after: Memory): Measure[] {
  const row = (what: string, key: keyof Memory): Measure => ({
    name: `memory: ${what} of ${name}`,
    unit: "MiB",
    floor: before[key] / 2 ** 20,
    figure: after[key] / 2 ** 20,
  });
  return [
    { ...row("proportional set size", "pss"), aim: ratioAtMost(1.2) },
    row("used heap", "heapUsed"),
    row("buffers", "external"),
  ];
}

/** Memory of web and worker at rest, without garbage. */
async function readMemory(studio: RunningStudio): Promise<Memory[]> {
  await delay(restMs);
  const pids = await studio.readPids();
  const read: Memory[] = [];
  for (const name of measuredProcesses) {
    const pid = requirePid(pids, name);
    const heap = await collectGarbage(pid);
    const { bytes } = await readTree(pid);
    read.push({ ...heap, pss: bytes });
  }
  return read;
}

async function makeImage(index: number, api: StudioApi, followed: FollowedGenerations): Promise<void> {
  const prompt = `A lighthouse at dusk, number ${index}`;
  const { id } = await api.create("image", { model: "image-01", prompt, aspect_ratio: "1:1", n: 1 });
  const { outputs } = await followed.waitFor(id, ({ state }) => state === "succeeded");
  for (const { url } of outputs) await (await api.open(url)).arrayBuffer();
}

async function hearSpeech(index: number, api: StudioApi, followed: FollowedGenerations): Promise<void> {
  const { id } = await api.create("speech", {
    model: "speech-2.6-hd",
    text: `The keeper climbed stair ${index} and listened. Nothing. Only the sea, and the light that turns.`,
    stream: true,
    voice_setting: { voice_id: "female-shaonv" },
  });
  const { live } = await followed.waitFor(id, (generation) => generation.live !== undefined);
  await (await api.open(live!.url)).arrayBuffer();
  await followed.waitFor(id, ({ state }) => state === "succeeded");
}

/** What a visit does besides generations. */
async function visitStudio(studio: RunningStudio, api: StudioApi): Promise<void> {
  const events = await api.listen(() => {});
  const side = 128;
  const image = await sharp(randomBytes(side * side * 3), {
    raw: { width: side, height: side, channels: 3 },
  })
    .png()
    .toBuffer();
  const form = new FormData();
  form.set("file", new File([new Uint8Array(image)], "noise.png"));
  const response = await fetch(`${studio.address}/api/uploads`, {
    method: "POST",
    headers: { authorization: `Bearer ${studio.token}` },
    body: form,
  });
  if (!response.ok) throw new Error(`Upload: HTTP ${response.status} ${await response.text()}`);
  await response.arrayBuffer();
  await api.request("GET", "/api/v1/generations?limit=50");
  events.close();
}
