import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { atMost, type BenchContext, type Measure } from "../report/table";
import { unlimited, withStudio } from "../studio/running-studio";
import { followGenerations } from "../studio/studio-api";

const warmUps = 3;
const images = 20;
const videos = 5;
const sounds = 3;
const idleSeconds = 30;
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
/** PostgreSQL publishes what an idle session has counted within this time. */
const publishedMs = 11_000;

/** All channels of the studio. */
const channels = [
  "reverie_live",
  "reverie_stream",
  "reverie_items",
  "reverie_lists",
  "reverie_webhooks",
  "reverie_pushes",
];

/**
 * How many transactions and notifications of PostgreSQL and how much of its log an image, a video, and ten seconds of live speech
 * and of a live song cost, with one browser's events and one listener. What an idle studio does in the same time is not counted.
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
    const counter = await openCounter(await studio.findDatabaseUrl());
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
    context.log(`traffic: an idle studio for ${idleSeconds} s`);
    const idle = await counter.count(() => delay(idleSeconds * 1_000));
    const count = async (name: string, times: number, run: () => Promise<void>): Promise<Measure[]> => {
      context.log(`traffic: ${name}`);
      const traffic = await counter.count(run);
      const own = (key: Exclude<keyof Traffic, "seconds">) =>
        (traffic[key] - (idle[key] * traffic.seconds) / idle.seconds) / times;
      const [transactions, notifications] = aims[name] ?? [];
      return [
        {
          name: `traffic: transactions of ${name}`,
          unit: "",
          figure: own("transactions"),
          ...(transactions ? { aim: atMost(transactions) } : {}),
        },
        {
          name: `traffic: notifications of ${name}`,
          unit: "",
          figure: own("notifications"),
          ...(notifications ? { aim: atMost(notifications) } : {}),
        },
        { name: `traffic: log of ${name}`, unit: "KiB", figure: own("logBytes") / 1024 },
      ];
    };
    const measures = [
      ...(await count("an image", images, () => makeMany(images, "image", image))),
      ...(await count("a video", videos, () => makeMany(videos, "video", video))),
      ...(await count(liveSpeech, sounds, () => hearMany("speech", speech))),
      ...(await count(liveSong, sounds, () => hearMany("music", song))),
      {
        name: "traffic: transactions of an idle studio, a second",
        unit: "/s" as const,
        figure: idle.transactions / idle.seconds,
      },
    ];
    followed.close();
    await counter.close();
    return measures;
  });
}

interface Traffic {
  transactions: number;
  notifications: number;
  /** Of its write-ahead log. */
  logBytes: number;
  seconds: number;
}

async function openCounter(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  let notifications = 0;
  /** Transactions in which this session, which isn't the studio's, read notifications: those of one commit together. */
  let wakes = 0;
  let isAwake = false;
  client.on("notification", () => {
    notifications += 1;
    if (isAwake) return;
    isAwake = true;
    wakes += 1;
    setImmediate(() => (isAwake = false));
  });
  // The channel of the job queue is named after a hash of its schema.
  const { rows } = await client.query<{ channel: string }>(
    "SELECT 'pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24) AS channel",
  );
  for (const channel of [...channels, rows[0]!.channel]) await client.query(`LISTEN "${channel}"`);
  const read = async (): Promise<Traffic> => {
    await delay(publishedMs);
    const { rows } = await client.query<{ transactions: string; log: string }>(
      `SELECT xact_commit + xact_rollback AS transactions, pg_current_wal_lsn() - '0/0'::pg_lsn AS log
       FROM pg_stat_database WHERE datname = current_database()`,
    );
    const { transactions, log } = rows[0]!;
    return {
      transactions: Number(transactions) - wakes,
      notifications,
      logBytes: Number(log),
      seconds: performance.now() / 1_000,
    };
  };
  return {
    async count(run: () => Promise<void>): Promise<Traffic> {
      const before = await read();
      await run();
      const after = await read();
      return {
        transactions: after.transactions - before.transactions,
        notifications: after.notifications - before.notifications,
        logBytes: after.logBytes - before.logBytes,
        seconds: after.seconds - before.seconds,
      };
    },
    close: () => client.end(),
  };
}
