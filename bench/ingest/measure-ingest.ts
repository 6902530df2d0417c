import { mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { createWavHeader } from "@/lib/media/raw-audio";
import type { WorkFacts } from "../decoder/measure-work";
import { makeRandomBytes, writeHexBody, type HexBody } from "../decoder/write-hex-body";
import { encodeSong } from "../media/encode-song";
import { prepareProgram } from "../report/run-program";
import { median } from "../report/statistics";
import { atMost, type BenchContext, type Measure } from "../report/table";

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
export async function measureIngest({ root, workDir, log }: BenchContext): Promise<Measure[]> {
  const run = await prepareProgram<WorkFacts>(root, "ingest/ingest-sounds.program.ts");
  const ingest: Ingest = async ({ file, sha256 }, count, ...flags) => {
    const folder = await mkdtemp(path.join(workDir, "media-"));
    const facts = await run(file, folder, count, ...flags);
    await rm(folder, { recursive: true });
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
    { ...comparePeak("ingest: ten minutes of audio, peak memory", single), aim: atMost(48) },
    { name: "ingest: ten at once, peak memory", unit: "MB", figure: peakOf(together), aim: atMost(160) },
    compareSpeed("ingest: a six-minute song, body to disk", song, songs),
    comparePeak("ingest: a six-minute song, peak memory", songs),
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
function compareSpeed(name: string, { soundBytes }: HexBody, { incremental, atOnce }: Runs): Measure {
  const speedOf = (runs: WorkFacts[]) =>
    (soundBytes * 2) / 1e3 / median(runs.map(({ durationMs }) => durationMs));
  return { name, unit: "MB/s", floor: speedOf(atOnce), figure: speedOf(incremental) };
}

function comparePeak(name: string, { incremental, atOnce }: Runs): Measure {
  return { name, unit: "MB", floor: peakOf(atOnce), figure: peakOf(incremental) };
}

const peakOf = (runs: WorkFacts[]) =>
  median(runs.map(({ peakBytesAboveBaseline }) => peakBytesAboveBaseline)) / 1e6;
