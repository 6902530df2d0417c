import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { createWavHeader } from "@/lib/media/raw-audio";
import { bundle } from "@/scripts/bundle.mjs";
import type { WorkFacts } from "../decoder/measure-work";
import { makeRandomBytes, writeHexBody, type HexBody } from "../decoder/write-hex-body";
import { encodeSong } from "../media/encode-song";
import type { BenchContext, Measurement } from "../report/measurement";
import { median } from "../report/statistics";

const soundFormat = { encoding: "s16le", sampleRateHz: 44_100, channels: 1 } as const;
const soundSeconds = 10 * 60;
const soundsTogether = 10;
const songSeconds = 6 * 60;
const rounds = 5;

type Ingest = (body: HexBody & { file: string }, count: number, ...flags: string[]) => Promise<WorkFacts>;

/**
 * Audio from the response body to the file on disk: ten minutes of speech, a 53 MB WAV as 106 MB of hex, and a
 * six-minute song. The studio's way against JSON.parse and Buffer.from, alternating, each run in a new process.
 */
export async function measureIngest({ root, workDir, log }: BenchContext): Promise<Measurement[]> {
  const program = path.join(root, ".cache/bench/ingest-sounds.mjs");
  await bundle(root, "bench/ingest/ingest-sounds.program.ts", program);
  const ingest: Ingest = async ({ file, sha256 }, count, ...flags) => {
    const folder = await mkdtemp(path.join(workDir, "media-"));
    const { stdout } = await promisify(execFile)(process.execPath, [
      program,
      file,
      folder,
      String(count),
      ...flags,
    ]);
    await rm(folder, { recursive: true });
    const facts = JSON.parse(stdout) as WorkFacts;
    if (facts.sha256 !== sha256) throw new Error("The stored bytes differ from the sent ones.");
    return facts;
  };
  const write = async (name: string, sound: Iterable<Uint8Array>) => {
    const file = path.join(workDir, `${name}.json`);
    return { file, ...(await writeHexBody(file, sound)) };
  };

  const speech = await write("speech", makeSpeech());
  log(
    `ingest: ${rounds} runs each of a ten-minute sound, of a song, and of ${soundsTogether} sounds at once`,
  );
  const single = await runInTurns(ingest, speech);
  const together: WorkFacts[] = [];
  for (let round = 0; round < rounds; round += 1) together.push(await ingest(speech, soundsTogether));
  const song = await write("song", [await encodeSong(songSeconds)]);
  const songs = await runInTurns(ingest, song);
  return [
    compareSpeed("ingest: ten minutes of audio, body to disk", speech, single),
    {
      name: "ingest: ten minutes of audio, peak memory",
      value: describePeak(single.incremental),
      reference: describePeak(single.atOnce),
      target: { of: "value", comparison: "at most", amount: 48 },
    },
    {
      name: "ingest: ten at once, peak memory",
      value: describePeak(together),
      target: { of: "value", comparison: "at most", amount: 160 },
    },
    compareSpeed("ingest: a six-minute song, body to disk", song, songs),
    {
      name: "ingest: a six-minute song, peak memory",
      value: describePeak(songs.incremental),
      reference: describePeak(songs.atOnce),
    },
  ];
}

function* makeSpeech(): Generator<Uint8Array> {
  const bytes = soundSeconds * soundFormat.sampleRateHz * 2;
  yield createWavHeader(soundFormat, bytes);
  yield* makeRandomBytes(bytes);
}

interface Runs {
  incremental: WorkFacts[];
  atOnce: WorkFacts[];
}

async function runInTurns(ingest: Ingest, body: Parameters<Ingest>[0]): Promise<Runs> {
  const runs: Runs = { incremental: [], atOnce: [] };
  for (let round = 0; round < rounds; round += 1) {
    runs.incremental.push(await ingest(body, 1));
    runs.atOnce.push(await ingest(body, 1, "--at-once"));
  }
  return runs;
}

/** In body bytes per second. */
function compareSpeed(name: string, { soundBytes }: HexBody, { incremental, atOnce }: Runs): Measurement {
  const describe = (runs: WorkFacts[]) =>
    ({
      amount: (soundBytes * 2) / 1e3 / median(runs.map(({ durationMs }) => durationMs)),
      unit: "MB/s",
    }) as const;
  return { name, value: describe(incremental), reference: describe(atOnce) };
}

function describePeak(runs: WorkFacts[]): { amount: number; unit: "MB" } {
  return {
    amount: median(runs.map(({ peakBytesAboveBaseline }) => peakBytesAboveBaseline)) / 1e6,
    unit: "MB",
  };
}
