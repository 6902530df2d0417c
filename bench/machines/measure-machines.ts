import { setTimeout as delay } from "node:timers/promises";
import { createOrderedId } from "@/lib/crypto/ordered-id";
import { readTree } from "../report/process-tree";
import { median, quantile } from "../report/statistics";
import type { BenchContext, Measure } from "../report/table";
import { openApi, withMachines, type Machines, type Person } from "./open-machines";

const clients = 16;
const warmUpMs = 3_000;
const submitMs = 10_000;
const waitingCount = 100_000;
const copiesAtOnce = 10_000;
/** A token may keep 8 event streams open in a process. */
const people = 25;
const streams = 400;
const rounds = 30;
const restMs = 40_000;

/**
 * What one, two and three webs on one PostgreSQL take, here all on this machine and with their clients; how soon 400 streams
 * hear of a change; how much memory each role takes at rest; and what 100,000 waiting generations cost.
 */
export async function measureMachines(context: BenchContext): Promise<Measure[]> {
  return withMachines(context, { people }, async (machines) => {
    const addresses: string[] = [];
    const rates: number[] = [];
    const webs = [];
    for (const name of ["a", "b", "c"]) {
      const web = await machines.start(name, "web");
      webs.push(web);
      addresses.push(web.address);
      context.log(`machines: ${clients} clients submit to ${addresses.length}`);
      rates.push(await countSubmissions(machines, addresses));
    }
    const [one, two, three] = rates as [number, number, number];
    context.log(`machines: ${streams} event streams of ${people} people on two webs`);
    const news = await measureNews(machines, addresses.slice(0, 2));
    const worker = await machines.start("w", "worker");
    await delay(restMs);
    const web = webs[0]!.studio;
    const [webBytes, workerBytes, launcherBytes] = [
      await readBytes(web.pidOf("web")),
      await readBytes(worker.studio.pidOf("worker")),
      await readBytes(web.pidOf("launcher"), [web.pidOf("web")]),
    ];
    context.log(`machines: ${waitingCount} generations wait`);
    await makeWaiting(machines, addresses[0]!);
    const behind = await countSubmissions(machines, addresses.slice(0, 1));
    const mebibytes = (bytes: number) => bytes / 2 ** 20;
    return [
      { name: "machines: submissions to one web", unit: "/s", figure: one },
      { name: "machines: to two webs, against one", unit: "/s", floor: one, figure: two },
      { name: "machines: to three webs, against one", unit: "/s", floor: one, figure: three },
      { name: "machines: to one web behind 100,000 that wait", unit: "/s", floor: one, figure: behind },
      { name: "machines: news to 400 streams, p50", unit: "ms", figure: median(news) },
      { name: "machines: news to 400 streams, p95", unit: "ms", figure: quantile(news, 0.95) },
      { name: "machines: memory of a web at rest", unit: "MiB", figure: mebibytes(webBytes) },
      { name: "machines: memory of a worker at rest", unit: "MiB", figure: mebibytes(workerBytes) },
      { name: "machines: memory of a launcher at rest", unit: "MiB", figure: mebibytes(launcherBytes) },
      {
        name: "machines: memory of that worker with 100,000 waiting",
        unit: "MiB",
        figure: mebibytes(await readBytes(worker.studio.pidOf("worker"))),
      },
    ];
  });
}

function readBytes(pid: number, without: number[] = []): Promise<number> {
  return readTree(pid, new Set(without)).then(({ bytes }) => bytes);
}

function imageInput(subject: string) {
  return { model: "image-01", prompt: `A lighthouse at dusk, ${subject}`, aspect_ratio: "1:1", n: 1 };
}

/** Requests a second that `clients` clients submit, each to one of the webs, for the owner. Nothing sends them meanwhile. */
async function countSubmissions(
  { database, people }: Machines,
  addresses: readonly string[],
): Promise<number> {
  const since = new Date();
  let accepted = 0;
  let isOver = false;
  const submit = async (client: number) => {
    const api = openApi(addresses[client % addresses.length]!, people[0]!);
    while (!isOver) {
      await api.create("image", imageInput(`client ${client}, ${accepted}`));
      accepted += 1;
    }
  };
  const running = Array.from({ length: clients }, (_, client) => submit(client));
  const timed = async () => {
    await delay(warmUpMs);
    const [before, startedAt] = [accepted, performance.now()];
    await delay(submitMs);
    const rate = (accepted - before) / ((performance.now() - startedAt) / 1_000);
    isOver = true;
    return rate;
  };
  const [rate] = await Promise.all([timed(), ...running]);
  // Each count begins with the same line.
  await database.generation.deleteMany({ where: { createdAt: { gt: since } } });
  return rate;
}

/**
 * Milliseconds from the commit of a change to its arrival at each stream: a generation of each person changes, and all
 * streams of that person hear of it.
 */
async function measureNews({ database, people }: Machines, addresses: readonly string[]): Promise<number[]> {
  const each = await Promise.all(people.map((person) => openStreams(person, addresses)));
  const delays: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const { id, heard } of each) {
      const version = round + 100;
      const arrivals = heard(version);
      await database.generation.update({ where: { id }, data: { version } });
      const committedAt = performance.now();
      delays.push(...(await arrivals).map((at) => Math.max(0, at - committedAt)));
    }
  }
  for (const { close } of each) close();
  return delays;
}

/** A generation of a person, and when each of their streams hears of a version of it. */
async function openStreams(person: Person, addresses: readonly string[]) {
  const { id } = await openApi(addresses[0]!, person).create("image", imageInput(person.userId));
  const listeners = new Set<(version: number) => void>();
  const count = streams / people;
  const opened = await Promise.all(
    Array.from({ length: count }, (_, index) => {
      const api = openApi(addresses[index % addresses.length]!, person);
      return api.listen((generation) => {
        if (generation.id === id) for (const hear of listeners) hear(generation.version);
      });
    }),
  );
  return {
    id,
    /** When each stream hears of that version, on the clock of performance.now(). */
    heard: (version: number) =>
      new Promise<number[]>((resolve) => {
        const arrivals: number[] = [];
        const hear = (found: number) => {
          if (found !== version) return;
          arrivals.push(performance.now());
          if (arrivals.length < count) return;
          listeners.delete(hear);
          resolve(arrivals);
        };
        listeners.add(hear);
      }),
    close: () => opened.forEach((stream) => stream.close()),
  };
}

/** Makes the owner's line long: copies of a waiting generation, without the events of their rows. */
async function makeWaiting({ database, people }: Machines, address: string): Promise<void> {
  const { id } = await openApi(address, people[0]!).create("image", imageInput("copied"));
  await database.$executeRawUnsafe('ALTER TABLE "Generation" DISABLE TRIGGER USER');
  for (let made = 0; made < waitingCount; made += copiesAtOnce) {
    const copies = Array.from({ length: copiesAtOnce }, () => createOrderedId(Date.now()));
    await database.$executeRaw`
      INSERT INTO "Generation" SELECT (jsonb_populate_record(first, jsonb_build_object(
        'id', copy."id", 'idempotencyKey', copy."id", 'state', 'queued', 'scheduledAt', now() + interval '1 hour'
      ))).* FROM "Generation" first CROSS JOIN unnest(${copies}::uuid[]) AS copy("id")
      WHERE first."id" = ${id}::uuid`;
  }
  await database.$executeRawUnsafe('ALTER TABLE "Generation" ENABLE TRIGGER USER');
  await database.$executeRawUnsafe('VACUUM ANALYZE "Generation"');
}
