import { mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { createWavHeader } from "@/lib/media/wav-header";
import { speedOf, type DecodeFacts } from "../decoder/decode-audio";
import { makeRandomBytes, writeHexBody, type HexBody } from "../decoder/write-hex-body";
import { encodeSong } from "../media/encode-song";
import { prepareProgram } from "../report/run-program";
import { inTurns } from "../report/rounds";
import { atMost, compare, type BenchContext, type Measure } from "../report/table";
import { peakOf } from "../report/work";

const soundFormat = { encoding: "s16le", sampleRateHz: 44_100, channels: 1 } as const;
const soundSeconds = 10 * 60;
const soundsTogether = 10;
const songSeconds = 6 * 60;
const rounds = 5;

/**
 * Audio from the response body to the file on disk: ten minutes of speech, a 53 MB WAV as 106 MB of hex, and a
 * six-minute song. The studio's way against JSON.parse and Buffer.from, alternating, each run in a new process.
 */
export async function measureIngest({ root, workDir, log }: BenchContext): Promise<Measure[]> {
  const run = await prepareProgram<DecodeFacts>(root, "ingest/ingest-sounds.program.ts");
  const ingest = async ({ file, sha256 }: HexBody & { file: string }, count: number, ...flags: string[]) => {
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
  const compareRuns = (body: Parameters<typeof ingest>[0]) =>
    inTurns({ rounds }, { figure: () => ingest(body, 1), floor: () => ingest(body, 1, "--at-once") });
  const single = await compareRuns(speech);
  const { together } = await inTurns({ rounds }, { together: () => ingest(speech, soundsTogether) });
  const song = await write("song", [await encodeSong(songSeconds)]);
  const songs = await compareRuns(song);
  return [
    compare(
      { name: "ingest: ten minutes of audio, body to disk", unit: "MB/s" },
      single,
      speedOf(speech.soundBytes),
    ),
    compare(
      { name: "ingest: ten minutes of audio, peak memory", unit: "MB", aim: atMost(48) },
      single,
      peakOf,
    ),
    { name: "ingest: ten at once, peak memory", unit: "MB", figure: peakOf(together), aim: atMost(160) },
    compare(
      { name: "ingest: a six-minute song, body to disk", unit: "MB/s" },
      songs,
      speedOf(song.soundBytes),
    ),
    compare({ name: "ingest: a six-minute song, peak memory", unit: "MB" }, songs, peakOf),
  ];
}

function* makeSpeech(): Generator<Uint8Array> {
  const bytes = soundSeconds * soundFormat.sampleRateHz * 2;
  yield createWavHeader(soundFormat, bytes);
  yield* makeRandomBytes(bytes);
}
