import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { decodeJsonStream } from "@/lib/service/decode-json-stream.server";
import { median } from "../report/statistics";
import type { WorkFacts } from "../report/work";

/** The result of a program that decodes bodies. */
export interface DecodeFacts extends WorkFacts {
  byteCount: number;
  /** Of the decoded bytes; null in runs without a hash. */
  sha256: string | null;
}

type Decode = (
  body: AsyncIterable<Buffer>,
  consume: (bytes: AsyncIterable<Uint8Array>) => Promise<void>,
) => Promise<unknown>;

/** The studio's decoder: bytes are emitted while the body arrives. */
const decodeIncrementally: Decode = (body, consume) =>
  decodeJsonStream(body, { targets: [{ path: "data.audio", encoding: "hex", consume }] });

/** The reference, at its fastest: the whole body, JSON.parse, Buffer.from(hex). */
const decodeAtOnce: Decode = async (body, consume) => {
  const response = JSON.parse(Buffer.concat(await Array.fromAsync(body)).toString("utf8")) as {
    data: { audio: string };
  };
  await consume(Readable.from([Buffer.from(response.data.audio, "hex")]));
};

/** Decodes the audio of a body, as the program's `--at-once` says. */
export const decodeAudio = process.argv.includes("--at-once") ? decodeAtOnce : decodeIncrementally;

/** A typical socket read. */
export const chunkBytes = 64 * 1024;

export function openBody(file: string): AsyncIterable<Buffer> {
  return createReadStream(file, { highWaterMark: chunkBytes });
}

/** Body bytes per second, in MB; a byte of audio is two of hex. */
export const speedOf = (soundBytes: number) => (runs: WorkFacts[]) =>
  (soundBytes * 2) / 1e3 / median(runs.map((run) => run.durationMs));
