import { inTurns } from "../report/rounds";
import { median, quantile } from "../report/statistics";
import { compare, ratioAtMost, type BenchContext, type Measure } from "../report/table";
import { openCommitFloor, type CommitFloor } from "../studio/commit-floor";
import { unlimited, withStudio } from "../studio/running-studio";
import { followGenerations, type FollowedGenerations, type StudioApi } from "../studio/studio-api";

const warmUpStreams = 5;
const measuredStreams = 30;
/** The sandbox's delay before the first audio. A real service takes longer, which would flatter the ratio. */
const latencyMs = 500;

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
export async function measureStreaming(context: BenchContext): Promise<Measure[]> {
  const settings = {
    rateLimits: { endpoints: { speech: unlimited }, models: { "music-3.0": unlimited } },
    sandbox: { latencyMs, rateLimits: "off" },
  };
  return withStudio(context, settings, async ({ studio, api, sandbox }) => {
    const followed = await followGenerations(api);
    const floor = await openCommitFloor(await studio.findDatabaseUrl());
    const measures: Measure[] = [];
    for (const sound of [speech, song]) {
      context.log(`streaming: ${measuredStreams} of ${sound.name} through the studio and straight, in turns`);
      measures.push(...(await measureSound(sound, { api, sandbox, followed, floor })));
    }
    followed.close();
    await floor.close();
    return measures;
  });
}

interface StreamBench {
  api: StudioApi;
  sandbox: string;
  followed: FollowedGenerations;
  floor: CommitFloor;
}

async function measureSound(sound: StreamedSound, bench: StreamBench): Promise<Measure[]> {
  const { floorMs, figure, straight } = await inTurns(
    { rounds: measuredStreams, warmUp: warmUpStreams },
    {
      floorMs: () => bench.floor.measure(),
      figure: () => hearThroughStudio(sound, bench),
      straight: () => streamDirectly(`${bench.sandbox}${sound.endpoint}`, sound.input),
    },
  );
  const addedMs = figure.map((throughMs, index) => throughMs - straight[index]!);
  const floor = median(floorMs);
  return [
    compare(
      { name: `streaming: first audio of ${sound.name}, median`, unit: "ms", aim: ratioAtMost(1.06) },
      { figure, floor: straight },
      median,
    ),
    // Against the same floor as a submit: two durable commits.
    {
      name: `streaming: added to ${sound.name}, p50`,
      unit: "ms",
      floor,
      figure: median(addedMs),
      aim: ratioAtMost(2.5),
    },
    { name: `streaming: added to ${sound.name}, p95`, unit: "ms", floor, figure: quantile(addedMs, 0.95) },
  ];
}

async function hearThroughStudio(
  { generator, input }: StreamedSound,
  { api, followed }: StreamBench,
): Promise<number> {
  const startedAt = performance.now();
  const { id } = await api.create(generator, input);
  const { live } = await followed.waitFor(id, (generation) => generation.live !== undefined);
  const response = await api.open(live!.url);
  let firstSoundMs: number | undefined;
  for await (const chunk of response.body!) {
    if ((chunk as Uint8Array).byteLength > 0) firstSoundMs ??= performance.now() - startedAt;
  }
  if (firstSoundMs === undefined) throw new Error("The stream had no sound.");
  const { outputs } = await followed.waitFor(id, ({ state }) => state === "succeeded");
  const sound = outputs.find(({ role }) => role === "audio");
  if (!sound) throw new Error("No sound was stored.");
  // The waveform is the last thing that the studio creates. Then it is idle.
  await (await api.open(`${sound.url}/peaks`)).arrayBuffer();
  return firstSoundMs;
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
