import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { callbackPath } from "@/lib/callbacks/callback-address.server";
import { createToken, hashToken } from "@/lib/crypto/tokens.server";
import { type Database, createDatabase } from "@/lib/db/database.server";
import { prepareProgram } from "../report/run-program";
import { median, quantile } from "../report/statistics";
import { atMost, ratioAtLeast, type BenchContext, type Measure } from "../report/table";
import { buildBareApp } from "../studio/bare-app";
import { openCommitFloor } from "../studio/commit-floor";
import { withStudio } from "../studio/running-studio";
import type { LoadFacts, LoadOrders } from "./send-load.program";

/** Many short rounds, so that other load on the machine affects both sides alike. */
const rounds = 12;
const warmUpRounds = 3;
const roundMs = 2_000;
const connections = 64;
/** Enough that no task reaches its limit of 60 callbacks in 10 seconds, or of stored events. */
const taskCount = 2_000;
/** Pause between a response and the next challenge. */
const challengePauseMs = 10;
const challenge = "a challenge of the benchmark";

type SendLoad = (name: string, orders: Omit<LoadOrders, "durationMs">) => Promise<LoadFacts>;

/**
 * Measures accepted and durable updates through the route of the built studio, alternating with a bare route of the same
 * framework that writes one row durably to the same database. Meanwhile, challenges are sent one at a time. Afterwards,
 * the acknowledged updates are counted in the database.
 */
export async function measureCallbacks(context: BenchContext): Promise<Measure[]> {
  const { root, workDir, log } = context;
  log("callbacks: building the bare route");
  const bareApp = await buildBareApp(path.join(root, ".cache/bench/bare"), { packages: root });
  const send = await prepareProgram<LoadFacts>(root, "callbacks/send-load.program.ts");
  const sendLoad: SendLoad = async (name, orders) => {
    const file = path.join(workDir, `${name}.json`);
    await writeFile(file, JSON.stringify({ ...orders, durationMs: roundMs }));
    return send(file);
  };
  return withStudio(context, { sandbox: {} }, async ({ studio }) => {
    const databaseUrl = await studio.findDatabaseUrl();
    const floor = await openCommitFloor(databaseUrl);
    const bare = await bareApp.start({ DATABASE_URL: databaseUrl });
    const database = createDatabase(databaseUrl);
    try {
      return await measure({ origin: studio.address, bareOrigin: bare.address, database, sendLoad, log });
    } finally {
      await bare.stop();
      await floor.close();
      await database.$disconnect();
    }
  });
}

async function measure(bench: {
  origin: string;
  bareOrigin: string;
  database: Database;
  sendLoad: SendLoad;
  log: BenchContext["log"];
}): Promise<Measure[]> {
  const { origin, bareOrigin, database, sendLoad, log } = bench;
  const tasks = await createTasks(database, taskCount);
  const requests = tasks.map(describeUpdate);
  const sendBare = () =>
    sendLoad("bare", {
      origin: bareOrigin,
      connections,
      requests: requests.map(({ body }) => ({
        method: "POST",
        path: "/row",
        body: JSON.stringify({ note: body }),
      })),
      expected: '"success"',
    });
  const sendUpdates = () => sendLoad("updates", { origin, connections, requests, expected: '"success"' });
  const sendChallenges = () =>
    sendLoad("challenges", {
      origin,
      connections: 1,
      pauseMs: challengePauseMs,
      requests: tasks.toReversed().map(describeChallenge),
      expected: challenge,
    });

  log(
    `callbacks: ${rounds} rounds of ${roundMs / 1000} s, ${connections} connections, after ${warmUpRounds} to warm up`,
  );
  const bare: LoadFacts[] = [];
  const updates: LoadFacts[] = [];
  const challenges: LoadFacts[] = [];
  for (let round = 0; round < warmUpRounds + rounds; round += 1) {
    const bareFacts = await sendBare();
    const [updateFacts, challengeFacts] = await Promise.all([sendUpdates(), sendChallenges()]);
    log(`  bare ${rateOf(bareFacts).toFixed(0)}/s, updates ${rateOf(updateFacts).toFixed(0)}/s`);
    updates.push(updateFacts);
    challenges.push(challengeFacts);
    bare.push(bareFacts);
  }
  const lost = await countLost(database, { update: updates, challenge: challenges });
  const measured = (all: LoadFacts[]) => all.slice(warmUpRounds);
  const latency = (all: LoadFacts[], fraction: number) =>
    quantile(
      measured(all).flatMap(({ latenciesMs }) => latenciesMs),
      fraction,
    );
  return [
    {
      name: "callbacks: durable updates a second, vs. one durable row",
      unit: "/s",
      floor: median(measured(bare).map(rateOf)),
      figure: median(measured(updates).map(rateOf)),
      aim: ratioAtLeast(0.65),
    },
    {
      name: "callbacks: an update under that load, p99",
      unit: "ms",
      floor: latency(bare, 0.99),
      figure: latency(updates, 0.99),
    },
    { name: "callbacks: a challenge under that load, p50", unit: "ms", figure: latency(challenges, 0.5) },
    {
      name: "callbacks: a challenge under that load, p99",
      unit: "ms",
      figure: latency(challenges, 0.99),
      aim: atMost(150),
    },
    { name: "callbacks: acknowledged but not stored", unit: "", figure: lost, aim: atMost(0) },
  ];
}

const rateOf = ({ acknowledged, durationMs }: LoadFacts): number => acknowledged / (durationMs / 1000);

/** service.md "Video callback body". */
function describeUpdate({ taskId, path }: BenchTask): LoadOrders["requests"][number] {
  const body = {
    task_id: taskId,
    status: "Processing",
    base_resp: { status_code: 0, status_msg: "success" },
  };
  return { method: "POST", path, body: JSON.stringify(body) };
}

/** service.md Events 1. */
function describeChallenge({ path }: BenchTask): LoadOrders["requests"][number] {
  return { method: "POST", path, body: JSON.stringify({ challenge }) };
}

/**
 * Acknowledged callbacks that are not in the database. Throws where one wasn't acknowledged, because the
 * measurement would be invalid.
 */
async function countLost(
  database: Database,
  loads: Record<"update" | "challenge", LoadFacts[]>,
): Promise<number> {
  let lost = 0;
  for (const [kind, facts] of Object.entries(loads)) {
    const others = facts.flatMap((each) => Object.entries(each.others));
    if (others.length > 0) throw new Error(`Some of kind ${kind} were rejected: ${JSON.stringify(others)}`);
    const acknowledged = facts.reduce((sum, each) => sum + each.acknowledged, 0);
    lost += Math.max(0, acknowledged - (await database.callbackEvent.count({ where: { kind } })));
  }
  return lost;
}

/** A running video task and its callback address. */
interface BenchTask {
  taskId: string;
  /** Path of its callback address. */
  path: string;
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Creates running videos of the owner with their callback addresses. Polling is a day away, so only callbacks
 * are measured.
 */
async function createTasks(database: Database, count: number): Promise<BenchTask[]> {
  const { id: userId } = await database.user.findFirstOrThrow();
  const tasks = Array.from({ length: count }, (_, index) => ({
    generationId: randomUUID(),
    taskId: String(10_000_000 + index),
    token: createToken("rvc_"),
  }));
  await database.generation.createMany({
    data: tasks.map(({ generationId, taskId }) => ({
      id: generationId,
      userId,
      generator: "video",
      state: "running",
      input: { prompt: "A ship", model: "Vendor-Video-02" },
      model: "Vendor-Video-02",
      idempotencyKey: generationId,
      inputHash: "",
      connection: { profileId: "sandbox", address: "http://127.0.0.1", sandbox: true },
      sandbox: true,
      operation: { taskId },
      nextPollAt: new Date(Date.now() + dayMs),
      startedAt: new Date(),
    })),
  });
  await database.callbackAddress.createMany({
    data: tasks.map(({ generationId, token }) => ({ tokenHash: hashToken(token), userId, generationId })),
  });
  return tasks.map(({ taskId, token }) => ({ taskId, path: `${callbackPath}${token}` }));
}
