import path from "node:path";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import type { BenchContext, Measurement } from "../report/measurement";
import { median, quantile } from "../report/statistics";
import { changeSandbox } from "../studio/change-sandbox";
import { startStudio } from "../studio/running-studio";
import { StudioApi } from "../studio/studio-api";
import { streamDirectly } from "./stream-directly";

const warmUpStreams = 5;
const measuredStreams = 30;
/** Until the sandbox begins to speak or to play; a real service takes longer, which would flatter the ratio. */
const latencyMs = 500;
const unlimited = { requests: 1_000_000, windowMs: 60_000 };

/** A sound that is streamed through the studio and straight. */
interface StreamedSound {
  name: string;
  generator: string;
  /** Where the service makes it (service.md, Operations). */
  endpoint: string;
  /** The same each time: the sandbox keeps what it has made, so that after warming up neither way waits for it. */
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
 * What the studio adds until a streamed speech or song can be heard: REST submit until the first sound of
 * GET /api/v1/generations/:id/stream, which is opened as soon as /api/events tells of it, as the player does; against
 * the first sound of the same request sent straight to the sandbox. In turns, one at a time.
 */
export async function measureStreaming({ root, workDir, say }: BenchContext): Promise<Measurement[]> {
  const studio = await startStudio({ checkout: root, dataDir: path.join(workDir, "data"), say });
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
      say(`streaming: ${measuredStreams} of ${sound.name} through the studio and straight, in turns`);
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
  await rest(api, await followed.waitForEnd(id));
  return firstSoundMs;
}

/** Until the studio is at rest: the waveform is the last that it makes of a sound. */
async function rest(api: StudioApi, { outputs }: GenerationDto): Promise<void> {
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

/** Remembers what can be heard, and what has ended, as it is told, whether somebody waits for it already or only later. */
async function followLive(api: StudioApi): Promise<FollowedStreams> {
  const lives = createMeetings();
  const ends = createMeetings();
  const events = await api.listen((generation) => {
    const { id, live, error, state } = generation;
    if (live) lives.of(id).resolve(generation);
    if (state === "succeeded") ends.of(id).resolve(generation);
    if (error) for (const meetings of [lives, ends]) meetings.of(id).reject(new Error(error.message));
  });
  return {
    waitForLive: (id) => lives.of(id).promise,
    waitForEnd: (id) => ends.of(id).promise,
    close: events.close,
  };
}

/** One promise for each generation, whoever comes first. */
function createMeetings() {
  const meetings = new Map<string, PromiseWithResolvers<GenerationDto>>();
  return {
    of(id: string): PromiseWithResolvers<GenerationDto> {
      const known = meetings.get(id) ?? Promise.withResolvers<GenerationDto>();
      meetings.set(id, known);
      return known;
    },
  };
}
