import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { callbackPath } from "@/lib/callbacks/callback-address.server";
import { createToken, hashToken } from "@/lib/crypto/tokens.server";
import { type Database, createDatabase } from "@/lib/db/database.server";
import { databaseName, findPassword, roleName } from "@/lib/db/embedded/postgres-cluster.server";
import { findPostmaster } from "@/lib/db/embedded/postmaster-file.server";
import { bundle } from "@/scripts/bundle.mjs";
import type { BenchContext, Measurement } from "../report/measurement";
import { median, quantile } from "../report/statistics";
import { startStudio, type RunningStudio } from "../studio/running-studio";
import type { LoadFacts, LoadOrders } from "./send-load.program";

/** Many short rounds, so that other load on the machine affects both sides alike. */
const rounds = 12;
const warmUpRounds = 3;
const roundMs = 2_000;
const connections = 64;
/** Enough that no task reaches its limit of 60 callbacks in 10 seconds, or of stored events. */
const taskCount = 2_000;
/** A route without work, as the reference. */
const barePath = "/api/health/live";
/** Pause between a response and the next challenge. */
const challengePauseMs = 10;
const challenge = "a challenge of the benchmark";

type SendLoad = (name: string, orders: LoadOrders) => Promise<LoadFacts>;

/**
 * Measures accepted and durable updates through the route of the built studio, alternating with a bare route of
 * the same server. Meanwhile, challenges are sent one at a time. Afterwards, the acknowledged updates are
 * counted in the database.
 */
export async function measureCallbacks({ root, workDir, log }: BenchContext): Promise<Measurement[]> {
  const program = path.join(root, ".cache/bench/send-load.mjs");
  await bundle(root, "bench/callbacks/send-load.program.ts", program);
  const studio = await startStudio({ checkout: root, dataDir: path.join(workDir, "data"), log });
  try {
    const database = await openStudioDatabase(studio.dataDir);
    const sendLoad: SendLoad = async (name, orders) => {
      const file = path.join(workDir, `${name}.json`);
      await writeFile(file, JSON.stringify(orders));
      const { stdout } = await promisify(execFile)(process.execPath, [program, file], { maxBuffer: 1e9 });
      return JSON.parse(stdout) as LoadFacts;
    };
    try {
      return await measure({ studio, database, sendLoad, log });
    } finally {
      await database.$disconnect();
    }
  } finally {
    await studio.stop();
  }
}

async function measure(bench: {
  studio: RunningStudio;
  database: Database;
  sendLoad: SendLoad;
  log: BenchContext["log"];
}): Promise<Measurement[]> {
  const { studio, database, sendLoad, log } = bench;
  const tasks = await createTasks(database, taskCount);
  const origin = studio.address;
  const load = { origin, connections, durationMs: roundMs };
  const sendBare = () =>
    sendLoad("bare", { ...load, requests: [{ method: "GET", path: barePath }], expected: '"ok"' });
  const sendUpdates = () =>
    sendLoad("updates", { ...load, requests: tasks.map(describeUpdate), expected: '"success"' });
  const sendChallenges = () =>
    sendLoad("challenges", {
      origin,
      connections: 1,
      durationMs: roundMs,
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
  // The warm-up rounds count towards what must be stored.
  const challengeMs = challenges.slice(warmUpRounds).flatMap(({ latenciesMs }) => latenciesMs);
  return [
    {
      name: "callbacks: durable updates a second, vs. a bare route",
      value: { amount: median(updates.slice(warmUpRounds).map(rateOf)), unit: "/s" },
      reference: { amount: median(bare.slice(warmUpRounds).map(rateOf)), unit: "/s" },
      target: { of: "ratio", comparison: "at least", amount: 0.5 },
    },
    {
      name: "callbacks: an update under that load, p99",
      value: {
        amount: quantile(
          updates.slice(warmUpRounds).flatMap(({ latenciesMs }) => latenciesMs),
          0.99,
        ),
        unit: "ms",
      },
      reference: {
        amount: quantile(
          bare.slice(warmUpRounds).flatMap(({ latenciesMs }) => latenciesMs),
          0.99,
        ),
        unit: "ms",
      },
    },
    {
      name: "callbacks: a challenge under that load, p50",
      value: { amount: quantile(challengeMs, 0.5), unit: "ms" },
    },
    {
      name: "callbacks: a challenge under that load, p99",
      value: { amount: quantile(challengeMs, 0.99), unit: "ms" },
      target: { of: "value", comparison: "at most", amount: 150 },
    },
    {
      name: "callbacks: acknowledged but not stored",
      value: { amount: lost, unit: "" },
      target: { of: "value", comparison: "at most", amount: 0 },
    },
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

/** A running video task, as far as callbacks are concerned. */
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

/** Opens the database of a running studio, to create rows and count them. */
async function openStudioDatabase(dataDir: string): Promise<Database> {
  const cluster = {
    clusterDir: path.join(dataDir, "postgres"),
    passwordFile: path.join(dataDir, "postgres-password"),
  };
  const [postmaster, password] = await Promise.all([
    findPostmaster(cluster.clusterDir),
    findPassword(cluster),
  ]);
  if (!postmaster || !password) throw new Error(`No database runs in ${dataDir}.`);
  return createDatabase(`postgresql://${roleName}:${password}@127.0.0.1:${postmaster.port}/${databaseName}`);
}
