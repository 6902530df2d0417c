import { open, stat, truncate, writeFile } from "node:fs/promises";
import type { FaultSet } from "../../faults.ts";
import { GARBAGE } from "../../state/link-store.ts";

/** What is wrong with the file of a video. */
export interface VideoFlaw {
  kind: "none" | "empty" | "garbage" | "truncated";
  /** Megabytes added behind the video, in a box that players skip. */
  paddingMegabytes: number;
}

const MEGABYTE = 1_000_000;
const BOX_HEADER_BYTES = 8;

/** The flaw that the faults of a creation ask for. */
export function chooseFlaw(faults: FaultSet): VideoFlaw {
  const paddingMegabytes = faults.value("large-video") ?? 0;
  if (faults.has("empty-result")) return { kind: "empty", paddingMegabytes };
  if (faults.has("garbage-video")) return { kind: "garbage", paddingMegabytes };
  return { kind: faults.has("truncated-video") ? "truncated" : "none", paddingMegabytes };
}

/** Does to a finished file what the flaw says. */
export async function spoilVideo(path: string, flaw: VideoFlaw): Promise<void> {
  if (flaw.paddingMegabytes > 0) await appendFreeBox(path, flaw.paddingMegabytes);
  if (flaw.kind === "empty") await truncate(path, 0);
  else if (flaw.kind === "garbage") await writeFile(path, GARBAGE);
  else if (flaw.kind === "truncated") await truncate(path, Math.floor((await stat(path)).size / 2));
}

/** A `free` box: bytes without meaning. */
async function appendFreeBox(path: string, megabytes: number): Promise<void> {
  const file = await open(path, "a");
  try {
    const header = Buffer.alloc(BOX_HEADER_BYTES);
    header.writeUInt32BE(BOX_HEADER_BYTES + megabytes * MEGABYTE);
    header.write("free", 4, "latin1");
    await file.write(header);
    const block = Buffer.alloc(MEGABYTE);
    for (let index = 0; index < megabytes; index += 1) await file.write(block);
  } finally {
    await file.close();
  }
}
