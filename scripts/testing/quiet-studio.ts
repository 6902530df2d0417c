import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { S3Server, testCredentials } from "@/lib/media/testing/s3-server";
import { isTerminal } from "@/lib/generations/record/states";
import { drawPicture } from "../torture/requests";
import { StudioClient } from "../torture/studio-client";
import { StudioProcess, waitFor } from "./studio-process";

const token = "studio-test-token-0123456789";
const many = { requests: 10_000, windowMs: 60_000 };
const endpoints = ["imageGeneration", "videoGeneration", "speech"];

/** A built studio of web and worker on the sandbox and a store in S3, without rate limits. */
export interface QuietStudio {
  dataDir: string;
  process: StudioProcess;
  client: StudioClient;
  /** Its address. */
  address: string;
  store: S3Server;
  /** Asks for a generation, and waits for its end. */
  make(generator: string, input: Record<string, unknown>): Promise<GenerationDto>;
  /** The smallest video. */
  makeVideo(prompt: string): Promise<GenerationDto>;
  close(): Promise<void>;
}

export async function openQuietStudio(settings: Record<string, string> = {}): Promise<QuietStudio> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "reverie-quiet-"));
  const store = await S3Server.start();
  const studio = new StudioProcess(dataDir, {
    STUDIO_OWNER_EMAIL: "owner@example.test",
    STUDIO_OWNER_PASSWORD: "a password of some length",
    STUDIO_API_TOKEN: token,
    STUDIO_STORAGE: "s3",
    STUDIO_S3_BUCKET: "media",
    STUDIO_S3_REGION: "us-east-1",
    STUDIO_S3_ENDPOINT: store.address,
    STUDIO_S3_ACCESS_KEY_ID: testCredentials.accessKeyId,
    STUDIO_S3_SECRET_ACCESS_KEY: testCredentials.secretAccessKey,
    ...settings,
  });
  const address = await studio.ready();
  const client = new StudioClient(token, address);
  await client.call("PUT", "/api/v1/connection", {
    profileId: "sandbox",
    apiKey: "sandbox-key-good-quiet",
    overrides: {
      rateLimits: { endpoints: Object.fromEntries(endpoints.map((name) => [name, many])) },
      polling: { videoIntervalMs: 300 },
    },
  });
  const ports = JSON.parse(await readFile(path.join(dataDir, "sandbox-ports.json"), "utf8")) as {
    port: number;
  };
  await fetch(`http://127.0.0.1:${ports.port}/__sandbox/settings`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      latencyMs: 20,
      rateLimits: "off",
      taskDurationMs: 2_000,
      videoFramesPerSecond: 1,
    }),
  });
  async function make(generator: string, input: Record<string, unknown>): Promise<GenerationDto> {
    const { id } = await client.call<GenerationDto>("POST", "/api/v1/generations", { generator, input });
    return waitFor(async () => {
      const now = await client.call<GenerationDto>("GET", `/api/v1/generations/${id}?wait=20`);
      return isTerminal(now.state) ? now : null;
    });
  }

  return {
    dataDir,
    process: studio,
    client,
    address,
    store,
    make,
    async makeVideo(prompt) {
      const answer = await client.upload("frame.png", await drawPicture("#308040"));
      const { assetId } = (await answer!.json()) as { assetId: string };
      const frame = { first_frame_image: { assetId }, resolution: "512P", duration: 6 };
      return make("video", { model: "Vendor-Video-02", prompt, ...frame });
    },
    async close() {
      if (!studio.hasEnded) studio.signal("SIGTERM");
      await studio.exitCode;
      await store.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
