import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { atMost, type BenchContext, type Measure } from "../report/table";
import { unlimited, withStudio } from "../studio/running-studio";
import { followGenerations, type StudioApi } from "../studio/studio-api";

const warmUpImages = 3;
const images = 20;
const idleSeconds = 30;
const spokenSeconds = 10;
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
 * How many transactions and notifications of PostgreSQL one image and ten seconds of live speech cost, with one browser's
 * events and one listener. What an idle studio does in the same time is not counted.
 */
export async function measureTraffic(context: BenchContext): Promise<Measure[]> {
  const settings = {
    rateLimits: { endpoints: { imageGeneration: unlimited, speech: unlimited } },
    sandbox: { latencyMs: 100, rateLimits: "off", streamPace: 1 },
  };
  return withStudio(context, settings, async ({ studio, api }) => {
    const counter = await openCounter(await studio.findDatabaseUrl());
    const followed = await followGenerations(api);
    const makeImages = async (count: number) => {
      for (let index = 0; index < count; index += 1) {
        const input = { prompt: `A picture ${index} of ${count}`, model: "image-01", n: 1 };
        const { id } = await api.create("image", input);
        await followed.waitFor(id, ({ state }) => state === "succeeded");
      }
    };
    await makeImages(warmUpImages);
    context.log(`traffic: an idle studio for ${idleSeconds} s`);
    const idle = await counter.count(() => delay(idleSeconds * 1_000));
    const without = ({ transactions, notifications, seconds }: Traffic) => ({
      transactions: transactions - (idle.transactions * seconds) / idle.seconds,
      notifications: notifications - (idle.notifications * seconds) / idle.seconds,
    });
    context.log(`traffic: ${images} images, then ${spokenSeconds} s of live speech`);
    const image = without(await counter.count(() => makeImages(images)));
    const speech = without(await counter.count(() => hearSpeech(api, followed)));
    followed.close();
    await counter.close();
    return [
      {
        name: "traffic: transactions of an image",
        unit: "",
        figure: image.transactions / images,
        aim: atMost(15),
      },
      {
        name: "traffic: notifications of an image",
        unit: "",
        figure: image.notifications / images,
        aim: atMost(3),
      },
      {
        name: "traffic: transactions of 10 s of live speech",
        unit: "",
        figure: speech.transactions,
        aim: atMost(60),
      },
      { name: "traffic: notifications of 10 s of live speech", unit: "", figure: speech.notifications },
      {
        name: "traffic: transactions of an idle studio, a second",
        unit: "/s",
        figure: idle.transactions / idle.seconds,
      },
    ];
  });
}

/** Some `spokenSeconds` of speech, heard at the pace at which it is spoken. */
async function hearSpeech(
  api: StudioApi,
  followed: Awaited<ReturnType<typeof followGenerations>>,
): Promise<void> {
  const text =
    "The keeper climbed the last stair and listened. Nothing. Only the sea, and the light that turns and turns, all night long, " +
    "until the morning comes over the harbour. Then he puts out the lamp, writes one line in his book, and sleeps until noon.";
  const input = { model: "speech-2.6-hd", text, stream: true, voice_setting: { voice_id: "female-shaonv" } };
  const { id } = await api.create("speech", input);
  const { live } = await followed.waitFor(id, (generation) => generation.live !== undefined);
  for await (const _chunk of (await api.open(live!.url)).body!);
  await followed.waitFor(id, ({ state }) => state === "succeeded");
}

interface Traffic {
  transactions: number;
  notifications: number;
  seconds: number;
}

async function openCounter(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  let notifications = 0;
  client.on("notification", () => (notifications += 1));
  // The channel of the job queue is named after a hash of its schema.
  const { rows } = await client.query<{ channel: string }>(
    "SELECT 'pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24) AS channel",
  );
  for (const channel of [...channels, rows[0]!.channel]) await client.query(`LISTEN "${channel}"`);
  const readTransactions = async (): Promise<number> => {
    await delay(publishedMs);
    const { rows } = await client.query<{ count: string }>(
      "SELECT xact_commit + xact_rollback AS count FROM pg_stat_database WHERE datname = current_database()",
    );
    return Number(rows[0]!.count);
  };
  return {
    async count(run: () => Promise<void>): Promise<Traffic> {
      const before = await readTransactions();
      const notifiedBefore = notifications;
      const startedAt = performance.now();
      await run();
      const transactions = (await readTransactions()) - before;
      return {
        transactions,
        notifications: notifications - notifiedBefore,
        seconds: (performance.now() - startedAt) / 1_000,
      };
    },
    close: () => client.end(),
  };
}
