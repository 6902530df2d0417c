import path from "node:path";
import { z } from "zod";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { isTerminal } from "@/lib/generations/record/states";
import type { BenchContext, Measurement } from "../report/measurement";
import { median, quantile } from "../report/statistics";
import { startStudio } from "../studio/running-studio";
import { StudioApi, changeSandbox } from "../studio/studio-api";

const warmUpImages = 5;
const measuredImages = 30;
const latencyMs = 1_000;
/** Differs from the key of the direct requests, so that the sandbox's log distinguishes them. */
const studioKey = "sandbox-key-good-bench";
const unlimited = { requests: 1_000_000, windowMs: 60_000 };

/**
 * What the studio adds to one image: from submit to `succeeded` (stored, measured, published) against the same
 * request and download directly at the sandbox, alternating, one at a time.
 */
export async function measureOverhead({ root, workDir, log }: BenchContext): Promise<Measurement[]> {
  const studio = await startStudio({ checkout: root, dataDir: path.join(workDir, "data"), log });
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

    log(`overhead: ${measuredImages} images through the studio and straight, in turns`);
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
  /** Epoch milliseconds, including the fraction. */
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

/** Records ended generations as events arrive, before or after anyone waits for them. */
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

const imagePath = "/v1/image_generation";

const answerSchema = z.object({
  data: z.object({ image_urls: z.array(z.url()).min(1) }),
  base_resp: z.object({ status_code: z.literal(0) }),
});

const requestsSchema = z.object({
  requests: z.array(z.object({ at: z.number(), path: z.string(), key: z.string().nullable() })),
});

/** Calls the sandbox without the studio. */
class SandboxDirectly {
  readonly #baseUrl: string;

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl;
  }

  /** Every image takes this long, without rate limits. */
  async setUp({ latencyMs }: { latencyMs: number }): Promise<void> {
    await changeSandbox(this.#baseUrl, { latencyMs, rateLimits: "off" });
  }

  /** Generates and downloads one image; returns how long that took, in milliseconds. */
  async makeImage(input: object): Promise<number> {
    const startedAt = performance.now();
    const response = await fetch(`${this.#baseUrl}${imagePath}`, {
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

  /** When image requests with a key arrived, in epoch milliseconds, in order. */
  async listArrivals(key: string): Promise<number[]> {
    const response = await fetch(`${this.#baseUrl}/__sandbox/requests`);
    const { requests } = requestsSchema.parse(await response.json());
    return requests
      .filter((request) => request.path === imagePath && request.key === key)
      .map(({ at }) => at);
  }
}
