import { atMost, type BenchContext, type Measure } from "../report/table";
import { unlimited, withStudio } from "../studio/running-studio";
import { followGenerations } from "../studio/studio-api";
import {
  countIdle,
  cycleMs,
  openCounter,
  type Reading,
  sum,
  type Traffic,
  withoutIdle,
} from "./count-traffic";

const warmUps = 3;
const images = 20;
const videos = 3;
const sounds = 3;
/** Of the song; the text of the speech takes about as long. */
const soundSeconds = 10;
/** How long the service works on a video. */
const taskDurationMs = 10_000;
const liveSpeech = `${soundSeconds} s of live speech`;
const liveSong = `${soundSeconds} s of a live song`;

/** At most so many transactions and notifications. */
const aims: Readonly<Record<string, readonly [number] | readonly [number, number]>> = {
  "an image": [15, 3],
  [liveSpeech]: [60],
};

const image = { model: "image-01", prompt: "A picture of a quay", n: 1 };
const videoInput = {
  model: "Vendor-Video-02",
  prompt: "The boat leaves the quay.",
  duration: 6,
  resolution: "512P",
};
const speech = {
  model: "speech-2.6-hd",
  text:
    "The keeper climbed the last stair and listened. Nothing. Only the sea, and the light that turns and turns, all night long, " +
    "until the morning comes over the harbour. Then he puts out the lamp, writes one line in his book, and sleeps until noon.",
  stream: true,
  voice_setting: { voice_id: "female-shaonv" },
};
const song = {
  model: "music-3.0",
  prompt: "slow sea shanty, accordion and drums, 90 bpm",
  lyrics: "[Verse]\nThe keeper climbed the last stair\n[Chorus]\nOnly the sea, and the light that turns",
  stream: true,
  audio_setting: { sample_rate: 44_100, bitrate: 256_000, format: "mp3" },
};
/**
 * How many transactions and notifications of PostgreSQL and how much of its log an image, a video, and ten seconds of live speech
 * and of a live song cost, with one browser's events and one listener. What an idle studio does in the same time is not counted. It repeats
 * each minute, and now and then there is more of it, as for a clean-up; so of two minutes, one before and one after, the quieter counts.
 */
export async function measureTraffic(context: BenchContext): Promise<Measure[]> {
  const settings = {
    rateLimits: {
      endpoints: { imageGeneration: unlimited, speech: unlimited, videoGeneration: unlimited },
      models: { "music-3.0": unlimited },
    },
    sandbox: { latencyMs: 100, rateLimits: "off", streamPace: 1, songSeconds: soundSeconds, taskDurationMs },
  };
  return withStudio(context, settings, async ({ studio, api }) => {
    const followed = await followGenerations(api);
    const make = async (generator: string, input: object) => {
      const { id } = await api.create(generator, input);
      return followed.waitFor(id, ({ state }) => state === "succeeded");
    };
    const makeMany = async (count: number, generator: string, input: object) => {
      for (let made = 0; made < count; made += 1) await make(generator, input);
    };
    const hearMany = async (generator: string, input: object) => {
      for (let heard = 0; heard < sounds; heard += 1) await hear(generator, input);
    };
    const hear = async (generator: string, input: object) => {
      const { id } = await api.create(generator, input);
      const { live } = await followed.waitFor(id, (generation) => generation.live !== undefined);
      for await (const _chunk of (await api.open(live!.url)).body!);
      await followed.waitFor(id, ({ state }) => state === "succeeded");
    };
    await makeMany(warmUps, "image", image);
    const picture = await make("image", image);
    const video = {
      ...videoInput,
      first_frame_image: { assetId: picture.outputs[0]!.assetId },
    };
    await makeMany(warmUps, "video", video);
    const counter = await openCounter(await studio.findDatabaseUrl());
    const countQuiet = () => {
      context.log(`traffic: an idle studio for ${cycleMs / 1_000} s`);
      return countIdle(counter);
    };
    const before = await countQuiet();
    const runs: { name: string; times: number; readings: Reading[] }[] = [];
    const count = async (name: string, times: number, run: () => Promise<void>) => {
      context.log(`traffic: ${name}`);
      runs.push({ name, times, readings: await counter.count(run) });
    };
    await count("an image", images, () => makeMany(images, "image", image));
    await count("a video", videos, () => makeMany(videos, "video", video));
    await count(liveSpeech, sounds, () => hearMany("speech", speech));
    await count(liveSong, sounds, () => hearMany("music", song));
    const after = await countQuiet();
    const measures = [
      ...runs.flatMap(({ name, times, readings }) =>
        describe(name, times, withoutIdle(readings, [before, after])),
      ),
      ...Object.entries({ before, after }).map(([when, idle]) => ({
        name: `traffic: transactions of an idle studio, a second, ${when}`,
        unit: "/s" as const,
        figure: (sum(idle).transactions * 1_000) / cycleMs,
      })),
    ];
    followed.close();
    await counter.close();
    return measures;
  });
}

/** @param traffic of that many times */
function describe(name: string, times: number, traffic: Traffic): Measure[] {
  const [transactions, notifications] = aims[name] ?? [];
  return [
    {
      name: `traffic: transactions of ${name}`,
      unit: "",
      figure: traffic.transactions / times,
      ...(transactions ? { aim: atMost(transactions) } : {}),
    },
    {
      name: `traffic: notifications of ${name}`,
      unit: "",
      figure: traffic.notifications / times,
      ...(notifications ? { aim: atMost(notifications) } : {}),
    },
    { name: `traffic: log of ${name}`, unit: "KiB", figure: traffic.logBytes / times / 1024 },
  ];
}
