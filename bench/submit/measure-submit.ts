import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { median, quantile } from "../report/statistics";
import { ratioAtMost, type BenchContext, type Measure } from "../report/table";
import { openCommitFloor } from "../studio/commit-floor";
import { unlimited, withStudio } from "../studio/running-studio";
import { followGenerations } from "../studio/studio-api";

const warmUpImages = 5;
const burstImages = 30;
const restedImages = 5;
const restMs = 60_000;
const latencyMs = 1_000;

interface Sample {
  id: string;
  /** Epoch milliseconds, including the fraction. */
  submittedAt: number;
  throughMs: number;
  straightMs: number;
  floorMs: number;
}

/**
 * What the studio adds to one image: from submit until the request leaves, against two durable commits; and from submit
 * to `succeeded` (stored, measured, published), against the same request and download directly at the sandbox. In turns,
 * one at a time, in a burst and after a minute of rest each.
 */
export async function measureSubmit(context: BenchContext): Promise<Measure[]> {
  const settings = {
    rateLimits: { endpoints: { imageGeneration: unlimited } },
    sandbox: { latencyMs, rateLimits: "off" },
  };
  return withStudio(context, settings, async ({ studio, api, sandbox }) => {
    const followed = await followGenerations(api);
    const floor = await openCommitFloor(await studio.findDatabaseUrl());
    const sample = async (name: string): Promise<Sample> => {
      const floorMs = await floor.measure();
      const straightMs = await makeImageDirectly(sandbox, imageInput(`straight ${name}`));
      const submittedAt = performance.timeOrigin + performance.now();
      const { id } = await api.create("image", imageInput(`studio ${name}`));
      await followed.waitFor(id, ({ state }) => state === "succeeded");
      const throughMs = performance.timeOrigin + performance.now() - submittedAt;
      return { id, submittedAt, throughMs, straightMs, floorMs };
    };
    const series = async (count: number, pauseMs: number): Promise<Sample[]> => {
      const samples: Sample[] = [];
      while (samples.length < count) {
        await delay(pauseMs);
        samples.push(await sample(`${pauseMs} ${samples.length}`));
      }
      return samples;
    };
    context.log(`submit: ${burstImages} images through the studio and straight, in turns`);
    await series(warmUpImages, 0);
    const burst = await series(burstImages, 0);
    context.log(`submit: ${restedImages} images, each after ${restMs / 1_000} s of rest`);
    const rested = await series(restedImages, restMs);
    const arrivals = await readArrivals(sandbox);
    followed.close();
    await floor.close();
    return [
      compareWhole("submit: one image", burst),
      ...compareLeaving("submit: until the request leaves, in a burst", burst, arrivals),
      compareWhole("submit: one image after a minute of rest", rested),
      ...compareLeaving("submit: until the request leaves, after a minute of rest", rested, arrivals),
    ];
  });
}

function compareWhole(name: string, samples: Sample[]): Measure {
  return {
    name: `${name}, median`,
    unit: "ms",
    floor: median(samples.map(({ straightMs }) => straightMs)),
    figure: median(samples.map(({ throughMs }) => throughMs)),
    aim: ratioAtMost(1.05),
  };
}

function compareLeaving(name: string, samples: Sample[], arrivals: Map<string | null, number>): Measure[] {
  const floor = median(samples.map(({ floorMs }) => floorMs));
  const leavingMs = samples.map(({ id, submittedAt }) => arrivals.get(id)! - submittedAt);
  return [
    { name: `${name}, p50`, unit: "ms", floor, figure: median(leavingMs), aim: ratioAtMost(2) },
    { name: `${name}, p95`, unit: "ms", floor, figure: quantile(leavingMs, 0.95), aim: ratioAtMost(3) },
  ];
}

function imageInput(subject: string) {
  return { model: "image-01", prompt: `A lighthouse at dusk, ${subject}`, aspect_ratio: "1:1", n: 1 };
}

const answerSchema = z.object({
  data: z.object({ image_urls: z.array(z.url()).min(1) }),
  base_resp: z.object({ status_code: z.literal(0) }),
});

/** Generates and downloads one image without the studio; returns how long that took, in milliseconds. */
async function makeImageDirectly(sandbox: string, input: object): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(`${sandbox}/v1/image_generation`, {
    method: "POST",
    headers: { authorization: "Bearer sandbox-key-good-straight", "content-type": "application/json" },
    body: JSON.stringify({ ...input, response_format: "url" }),
  });
  const answer = answerSchema.parse(await response.json());
  for (const url of answer.data.image_urls) {
    const picture = await (await fetch(url)).arrayBuffer();
    if (picture.byteLength === 0) throw new Error("The sandbox returned an empty image.");
  }
  return performance.now() - startedAt;
}

const requestsSchema = z.object({
  requests: z.array(z.object({ at: z.number(), requestId: z.string().nullable() })),
});

/** When requests arrived, in epoch milliseconds, by the id of their generation. */
async function readArrivals(sandbox: string): Promise<Map<string | null, number>> {
  const response = await fetch(`${sandbox}/__sandbox/requests`);
  const { requests } = requestsSchema.parse(await response.json());
  return new Map(requests.map(({ requestId, at }) => [requestId, at]));
}
