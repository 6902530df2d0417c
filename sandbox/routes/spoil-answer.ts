import type { FaultSet } from "../faults.ts";
import type { JsonBody } from "../http/answer.ts";
import { HexFile, type HexFlaw } from "../http/hex-file.ts";

const BYTES_PER_MEGABYTE = 1_000_000;

/** A JSON body with the faults that were asked for in its `data`. */
export function spoilBody(body: JsonBody, faults: FaultSet): JsonBody {
  if (!("data" in body)) return body;
  if (faults.has("data-null")) return { ...body, data: null };
  const data = body.data as JsonBody | null;
  if (data === null || data.audio === undefined) return body;
  // A link stays: what it leads to is empty.
  const isEmpty = faults.has("empty-result") && data.audio instanceof HexFile;
  if (isEmpty) return { ...body, data: { ...data, audio: "" } };
  return { ...body, data: { ...data, audio: spoilHex(data.audio, findFlaw(faults)) } };
}

/** The second frame of a stream, which the faults of a single frame strike. */
export function spoilFrame(frame: JsonBody, faults: FaultSet): JsonBody {
  const megabytes = faults.value("large-frame");
  const padding = megabytes === null ? {} : { padding: "0".repeat(megabytes * BYTES_PER_MEGABYTE) };
  const data = frame.data as JsonBody;
  return { ...frame, ...padding, data: { ...data, audio: spoilHex(data.audio, findFlaw(faults)) } };
}

function findFlaw(faults: FaultSet): HexFlaw {
  if (faults.has("odd-hex")) return "odd";
  return faults.has("bad-hex") ? "bad-character" : null;
}

function spoilHex(audio: unknown, flaw: HexFlaw): unknown {
  if (audio instanceof HexFile) return audio.withFlaw(flaw);
  const isHex = typeof audio === "string" && !audio.startsWith("http");
  if (flaw === null || !isHex) return audio;
  const middle = Math.floor(audio.length / 2);
  return flaw === "odd" ? audio.slice(0, -1) : `${audio.slice(0, middle)}g${audio.slice(middle + 1)}`;
}
