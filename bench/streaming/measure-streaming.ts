import path from "node:path";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import type { BenchContext, Measurement } from "../report/measurement";
import { median, quantile } from "../report/statistics";
import { changeSandbox, StudioApi } from "../studio/studio-api";
import { startStudio } from "../studio/running-studio";

const warmUpStreams = 5;
const measuredStreams = 30;
/** The sandbox's delay before the first audio. A real service takes longer, which would flatter the ratio. */
const latencyMs = 500;
const unlimited = { requests: 1_000_000, windowMs: 60_000 };

/** Audio streamed through the studio and directly. */
interface StreamedSound {
  name: string;
  generator: string;
  /** The service's endpoint (service.md Operations). */
  endpoint: string;
  /** Always the same, because the sandbox caches its results: after the warm-up, generating takes no time. */
  input: object;
}

const speech: StreamedSound = {
  name: "speech",
  generator: "speech",
  endpoint: "/v1/t2a_v2",
  input: {
    model: "speech-2.6-hd",
    text: "The keeper climbed the last stair and listened. Nothing. Only the sea, and the light that turns.",
    stream: true,
    voice_setting: { voice_id: "female-shaonv" },
  },
};

const song: StreamedSound = {
  name: "song",
  generator: "music",
  endpoint: "/v1/music_generation",
  input: {
    model: "music-3.0",
    prompt: "slow sea shanty, accordion and drums, 90 bpm",
    lyrics: "[Verse]\nThe keeper climbed the last stair\n[Chorus]\nOnly the sea, and the light that turns",
    stream: true,
    audio_setting: { sample_rate: 44_100, bitrate: 256_000, format: "mp3" },
  },
};

/**
 * What the studio adds to the first audio of streamed speech or songs: from submit to the first audio of GET
 * /api/v1/generations/:id/stream, opened like the player does when /api/events announces it, against the same
 * request directly at the sandbox. Alternating, one at a time.
 */
export async function measureStreaming({ root, workDir, log }: BenchContext): Promise<Measurement[]> {
  const studio = await startStudio({ checkout: root, dataDir: path.join(workDir, "data"), log });
  try {
    const api = new StudioApi(studio);
    await api.request("PUT", "/api/v1/connection", {
      profileId: "sandbox",
      apiKey: "sandbox-key-good-bench",
      overrides: { rateLimits: { endpoints: { speech: unlimited }, models: { "music-3.0": unlimited } } },
    });
    const { baseUrl } = await api.connection();
    if (!baseUrl) throw new Error("The sandbox does not run.");
    await changeSandbox(baseUrl, { latencyMs, rateLimits: "off" });

    const followed = await followLive(api);
    const measurements: Measurement[] = [];
    for (const sound of [speech, song]) {
      log(`streaming: ${measuredStreams} of ${sound.name} through the studio and straight, in turns`);
      measurements.push(...(await measureSound(sound, api, baseUrl, followed)));
    }
    followed.close();
    return measurements;
  } finally {
    await studio.stop();
  }
}

async function measureSound(
  sound: StreamedSound,
  api: StudioApi,
  baseUrl: string,
  followed: FollowedStreams,
): Promise<Measurement[]> {
  const throughMs: number[] = [];
  const straightMs: number[] = [];
  for (let index = 0; index < warmUpStreams + measuredStreams; index += 1) {
    const heardMs = await hearThroughStudio(sound, api, followed);
    const directMs = await streamDirectly(`${baseUrl}${sound.endpoint}`, sound.input);
    if (index < warmUpStreams) continue;
    throughMs.push(heardMs);
    straightMs.push(directMs);
  }
  return summarise(sound.name, throughMs, straightMs);
}

async function hearThroughStudio(
  { generator, input }: StreamedSound,
  api: StudioApi,
  followed: FollowedStreams,
): Promise<number> {
  const startedAt = performance.now();
  const { id } = await api.create(generator, input);
  const { live } = await followed.waitForLive(id);
  const response = await api.open(live!.url);
  let firstSoundMs: number | undefined;
  for await (const chunk of response.body!) {
    if ((chunk as Uint8Array).byteLength > 0) firstSoundMs ??= performance.now() - startedAt;
  }
  if (firstSoundMs === undefined) throw new Error("The stream had no sound.");
  await waitForIdle(api, await followed.waitForEnd(id));
  return firstSoundMs;
}

/** Waits until the studio is idle: the waveform is the last thing it creates. */
async function waitForIdle(api: StudioApi, { outputs }: GenerationDto): Promise<void> {
  const sound = outputs.find(({ role }) => role === "audio");
  if (!sound) throw new Error("No sound was stored.");
  await (await api.open(`${sound.url}/peaks`)).arrayBuffer();
}

function summarise(name: string, throughMs: number[], straightMs: number[]): Measurement[] {
  const addedMs = throughMs.map((heardMs, index) => heardMs - straightMs[index]!);
  return [
    {
      name: `streaming: first audio of ${name}, median`,
      value: { amount: median(throughMs), unit: "ms" },
      reference: { amount: median(straightMs), unit: "ms" },
      target: { of: "ratio", comparison: "at most", amount: 1.15 },
    },
    {
      name: `streaming: added to ${name}, median`,
      value: { amount: median(addedMs), unit: "ms" },
      target: { of: "value", comparison: "at most", amount: 40 },
    },
    {
      name: `streaming: added to ${name}, p95`,
      value: { amount: quantile(addedMs, 0.95), unit: "ms" },
    },
  ];
}

interface FollowedStreams {
  waitForLive: (id: string) => Promise<GenerationDto>;
  waitForEnd: (id: string) => Promise<GenerationDto>;
  close: () => void;
}

/** Records started and ended streams as events arrive, before or after anyone waits for them. */
async function followLive(api: StudioApi): Promise<FollowedStreams> {
  const lives = createPromises();
  const ends = createPromises();
  const events = await api.listen((generation) => {
    const { id, live, error, state } = generation;
    if (live) lives.of(id).resolve(generation);
    if (state === "succeeded") ends.of(id).resolve(generation);
    if (error) for (const promises of [lives, ends]) promises.of(id).reject(new Error(error.message));
  });
  return {
    waitForLive: (id) => lives.of(id).promise,
    waitForEnd: (id) => ends.of(id).promise,
    close: events.close,
  };
}

/** One promise per generation, created by whoever asks first. */
function createPromises() {
  const promises = new Map<string, PromiseWithResolvers<GenerationDto>>();
  return {
    of(id: string): PromiseWithResolvers<GenerationDto> {
      const known = promises.get(id) ?? Promise.withResolvers<GenerationDto>();
      promises.set(id, known);
      return known;
    },
  };
}

/** The beginning of a frame with audio. */
const firstSound = /"audio":\s*"[0-9a-f]{2}/;

/**
 * Requests streamed audio from an endpoint of the sandbox, without the studio.
 *
 * @returns how long the first audio took, in milliseconds
 */
async function streamDirectly(endpoint: string, input: object): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(endpoint, {
    method: "POST",
    headers: { authorization: "Bearer sandbox-key-good-straight", "content-type": "application/json" },
    body: JSON.stringify(input),
  });
  if (!response.body) throw new Error(`The sandbox answered HTTP ${response.status} without a body.`);
  const decoder = new TextDecoder();
  let text = "";
  let firstSoundMs: number | undefined;
  // Read to the end, so that it doesn't overlap with the next request.
  for await (const chunk of response.body) {
    if (firstSoundMs !== undefined) continue;
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (firstSound.test(text)) firstSoundMs = performance.now() - startedAt;
  }
  if (firstSoundMs === undefined) throw new Error(`The sandbox streamed no sound: ${text.slice(0, 200)}`);
  return firstSoundMs;
}
