import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { isTerminal } from "@/lib/generations/record/states";
import { findRunningDatabase } from "../find-running-database";
import { findOrphans, findTemporaryFiles } from "./find-orphans";
import { type Evidence, judgeBill, type Kill } from "./judge-bill";
import { listProcessesOf } from "./list-processes";
import type { TorturedStudio } from "./tortured-studio";

/** A start of the studio removes temporary files of its data folder that are older. */
const sweptAgeMs = 60_000;

interface Run {
  /** What the studio accepted, by the IDs of the generations. */
  accepted: ReadonlyMap<string, { generator: string }>;
  kills: readonly Kill[];
  endTimeoutMs: number;
}

interface Judged {
  evidence: Evidence;
  files: number;
  callbacks: number;
  problems: string[];
}

/**
 * Waits until everything has ended, restarts the studio, which removes what killed processes left, compares it with the
 * service's bill and its files, and stops it.
 */
export async function judgeStudio(studio: TorturedStudio, run: Run): Promise<Judged> {
  const before = await waitForEnds(studio, run);
  const problems = await stop(studio);
  const sweptBefore = new Date(Date.now() - sweptAgeMs);
  await studio.start();
  await endHolds(await findDatabase(studio));
  problems.push(...(await stop(studio)));
  await studio.start();
  const generations = await waitForEnds(studio, run);
  problems.push(...compareEnds(before, generations, run.accepted));
  const ledger = await studio.readLedger();
  const databaseUrl = await findDatabase(studio);
  const { attempts, callbacks, files, ...orphans } = await findOrphans(databaseUrl, studio.dataDir);
  const evidence: Evidence = { generations, attempts, ledger, kills: run.kills };
  problems.push(...judgeBill(evidence), ...orphans.problems, ...(await stop(studio)));
  problems.push(...(await findTemporaryFiles(studio.dataDir, sweptBefore)));
  return { evidence, files, callbacks, problems };
}

async function findDatabase(studio: TorturedStudio): Promise<string> {
  const databaseUrl = await findRunningDatabase(studio.dataDir);
  if (!databaseUrl) throw new Error("The database does not run.");
  return databaseUrl;
}

/** Files of killed writers are held for two days. Afterwards, a worker that starts removes them. */
async function endHolds(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`UPDATE "BlobCheck" SET "dueAt" = now()`);
  } finally {
    await client.end();
  }
}

async function waitForEnds(studio: TorturedStudio, { endTimeoutMs }: Run): Promise<GenerationDto[]> {
  for (const until = Date.now() + endTimeoutMs; ; await delay(500)) {
    const generations = await studio.listGenerations();
    if (generations.every(({ state }) => isTerminal(state)) || Date.now() > until) return generations;
  }
}

/** What was accepted is there, once, and a restart changes nothing. */
export function compareEnds(
  before: readonly Pick<GenerationDto, "id" | "state">[],
  after: readonly Pick<GenerationDto, "id" | "state">[],
  accepted: Run["accepted"],
): string[] {
  const problems: string[] = [];
  const states = new Map(after.map(({ id, state }) => [id, state]));
  for (const { id, state } of before) {
    if (states.get(id) !== state) problems.push(`${id} was ${state} and is ${states.get(id) ?? "gone"}`);
  }
  for (const [id, { generator }] of accepted) {
    if (!states.has(id)) problems.push(`${generator} ${id} was accepted and is lost`);
  }
  if (after.length > accepted.size) {
    problems.push(`${accepted.size} requests were accepted, and there are ${after.length} generations`);
  }
  return problems;
}

/** Stops the studio and expects that nothing of it runs any more. */
async function stop(studio: TorturedStudio): Promise<string[]> {
  const code = await studio.stop();
  const left = listProcessesOf(studio.dataDir).map((command) => `A process is left: ${command}`);
  return code === 0 ? left : [`The launcher ended with ${code}`, ...left];
}
