import path from "node:path";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { isTerminal } from "@/lib/generations/record/states";
import type { BenchContext, Measurement } from "../report/measurement";
import { median, quantile } from "../report/statistics";
import { startStudio } from "../studio/running-studio";
import { StudioApi } from "../studio/studio-api";
import { SandboxDirectly } from "./sandbox-directly";

const warmUpImages = 5;
const measuredImages = 30;
const latencyMs = 1_000;
/** Not the key of the straight requests, so that the sandbox's list of arrivals tells the two apart. */
const studioKey = "sandbox-key-good-bench";
const unlimited = { requests: 1_000_000, windowMs: 60_000 };

/**
 * What the studio adds to making one image: REST submit to `succeeded` (stored, measured, told live) against the same
 * request sent straight to the sandbox, with its picture downloaded; in turns, one at a time.
 */
export async function measureOverhead({ root, workDir, say }: BenchContext): Promise<Measurement[]> {
  const studio = await startStudio({ checkout: root, dataDir: path.join(workDir, "data"), say });
  try {
    const api = new StudioApi(studio);
    await api.request("PUT", "/api/v1/connection", {
      profileId: "sandbox",
      apiKey: studioKey,
      overrides: { rateLimits: { endpoints: { imageGeneration: unlimited } } },
    });
    const { baseUrl } = await api.connection();
    if (!baseUrl) throw new Error("The sandbox does not run.");
    const sandbox = new SandboxDirectly(baseUrl);
    await sandbox.setUp({ latencyMs });

    say(`overhead: ${measuredImages} images through the studio and straight, in turns`);
    const followed = await followGenerations(api);
    const through: ImageTimes[] = [];
    const straightMs: number[] = [];
    for (let index = 0; index < warmUpImages + measuredImages; index += 1) {
      const times = await makeThroughStudio(api, followed, index);
      const directMs = await sandbox.makeImage(imageInput(`straight ${index}`));
      if (index < warmUpImages) continue;
      through.push(times);
      straightMs.push(directMs);
    }
    followed.close();
    return summarise(through, straightMs, await sandbox.listArrivals(studioKey));
  } finally {
    await studio.stop();
  }
}

interface ImageTimes {
  /** Epoch milliseconds, with their fraction. */
  submittedAt: number;
  durationMs: number;
}

function imageInput(subject: string) {
  return { model: "image-01", prompt: `A lighthouse at dusk, ${subject}`, aspect_ratio: "1:1", n: 1 };
}

async function makeThroughStudio(
  api: StudioApi,
  followed: FollowedGenerations,
  index: number,
): Promise<ImageTimes> {
  const submittedAt = performance.timeOrigin + performance.now();
  const { id } = await api.create("image", imageInput(`studio ${index}`));
  const ended = await followed.waitForEnd(id);
  const durationMs = performance.timeOrigin + performance.now() - submittedAt;
  if (ended.state !== "succeeded") throw new Error(`An image ended ${ended.state}: ${ended.error?.message}`);
  return { submittedAt, durationMs };
}

function summarise(through: ImageTimes[], straightMs: number[], arrivals: number[]): Measurement[] {
  const measuredArrivals = arrivals.slice(-through.length);
  const leavingMs = through.map(({ submittedAt }, index) => measuredArrivals[index]! - submittedAt);
  const overheadMs = through.map(({ durationMs }, index) => durationMs - straightMs[index]!);
  return [
    {
      name: "overhead: one image, median",
      value: { amount: median(through.map(({ durationMs }) => durationMs)), unit: "ms" },
      reference: { amount: median(straightMs), unit: "ms" },
      target: { of: "ratio", comparison: "at most", amount: 1.08 },
    },
    { name: "overhead: added by the studio, median", value: { amount: median(overheadMs), unit: "ms" } },
    {
      name: "overhead: submit to request sent, p50",
      value: { amount: quantile(leavingMs, 0.5), unit: "ms" },
      target: { of: "value", comparison: "at most", amount: 20 },
    },
    {
      name: "overhead: submit to request sent, p95",
      value: { amount: quantile(leavingMs, 0.95), unit: "ms" },
      target: { of: "value", comparison: "at most", amount: 60 },
    },
  ];
}

interface FollowedGenerations {
  waitForEnd: (id: string) => Promise<GenerationDto>;
  close: () => void;
}

/** Remembers ends as they are told, whether somebody waits for them already or only later. */
async function followGenerations(api: StudioApi): Promise<FollowedGenerations> {
  const ends = new Map<string, PromiseWithResolvers<GenerationDto>>();
  const endOf = (id: string) => {
    const known = ends.get(id) ?? Promise.withResolvers<GenerationDto>();
    ends.set(id, known);
    return known;
  };
  const stream = await api.listen((generation) => {
    if (isTerminal(generation.state)) endOf(generation.id).resolve(generation);
  });
  return { waitForEnd: (id) => endOf(id).promise, close: stream.close };
}
