import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import type { Database } from "@/lib/db/database.server";
import { bundle } from "@/scripts/bundle.mjs";
import type { BenchContext, Measurement } from "../report/measurement";
import { median, quantile } from "../report/statistics";
import { startStudio, type RunningStudio } from "../studio/running-studio";
import { openStudioDatabase } from "../studio/studio-database";
import { layOutTasks, type LaidOutTask } from "./lay-out-tasks";
import type { LoadFacts, LoadOrders } from "./send-load.program";

/** Many short ones: whatever else the machine does then strikes both sides alike. */
const rounds = 12;
const warmUpRounds = 3;
const roundMs = 2_000;
const connections = 64;
/** So many that none meets its limit of 60 in 10 seconds, nor that of how many are kept of it. */
const taskCount = 2_000;
/** A route that does nothing: it answers the same few bytes to everybody. */
const barePath = "/api/health/live";
/** As the service asks: one, and the next a little after its answer. */
const challengePauseMs = 10;
const challenge = "a challenge of the benchmark";

type SendLoad = (name: string, orders: LoadOrders) => Promise<LoadFacts>;

/**
 * Updates that are accepted and durable, through the route of the built studio, over what a bare route of the same server
 * gives; in turns. Under the load of the updates challenges are sent, one at a time. What was acknowledged is counted in
 * the database afterwards.
 */
export async function measureCallbacks({ root, workDir, say }: BenchContext): Promise<Measurement[]> {
  const program = path.join(root, ".cache/bench/send-load.mjs");
  await bundle(root, "bench/callbacks/send-load.program.ts", program);
  const studio = await startStudio({ checkout: root, dataDir: path.join(workDir, "data"), say });
  try {
    const database = await openStudioDatabase(studio.dataDir);
    const sendLoad: SendLoad = async (name, orders) => {
      const file = path.join(workDir, `${name}.json`);
      await writeFile(file, JSON.stringify(orders));
      const { stdout } = await promisify(execFile)(process.execPath, [program, file], { maxBuffer: 1e9 });
      return JSON.parse(stdout) as LoadFacts;
    };
    try {
      return await measure({ studio, database, sendLoad, say });
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
  say: BenchContext["say"];
}): Promise<Measurement[]> {
  const { studio, database, sendLoad, say } = bench;
  const tasks = await layOutTasks(database, taskCount);
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

  say(
    `callbacks: ${rounds} rounds of ${roundMs / 1000} s, ${connections} connections, after ${warmUpRounds} to warm up`,
  );
  const bare: LoadFacts[] = [];
  const updates: LoadFacts[] = [];
  const challenges: LoadFacts[] = [];
  for (let round = 0; round < warmUpRounds + rounds; round += 1) {
    const bareFacts = await sendBare();
    const [updateFacts, challengeFacts] = await Promise.all([sendUpdates(), sendChallenges()]);
    say(`  bare ${rateOf(bareFacts).toFixed(0)}/s, updates ${rateOf(updateFacts).toFixed(0)}/s`);
    updates.push(updateFacts);
    challenges.push(challengeFacts);
    bare.push(bareFacts);
  }
  const lost = await countLost(database, { update: updates, challenge: challenges });
  // What the rounds for warming up acknowledged is counted among what must be there.
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
function describeUpdate({ taskId, path }: LaidOutTask): LoadOrders["requests"][number] {
  const body = {
    task_id: taskId,
    status: "Processing",
    base_resp: { status_code: 0, status_msg: "success" },
  };
  return { method: "POST", path, body: JSON.stringify(body) };
}

/** service.md Events 1. */
function describeChallenge({ path }: LaidOutTask): LoadOrders["requests"][number] {
  return { method: "POST", path, body: JSON.stringify({ challenge }) };
}

/**
 * How many of the acknowledged ones are not in the database. Throws Error where one was not acknowledged: then something
 * else was measured than is told.
 */
async function countLost(
  database: Database,
  loads: Record<"update" | "challenge", LoadFacts[]>,
): Promise<number> {
  let lost = 0;
  for (const [kind, facts] of Object.entries(loads)) {
    const others = facts.flatMap((each) => Object.entries(each.others));
    if (others.length > 0) throw new Error(`Some of kind ${kind} were refused: ${JSON.stringify(others)}`);
    const acknowledged = facts.reduce((sum, each) => sum + each.acknowledged, 0);
    lost += Math.max(0, acknowledged - (await database.callbackEvent.count({ where: { kind } })));
  }
  return lost;
}
