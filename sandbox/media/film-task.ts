import { appendFile, stat, truncate, writeFile } from "node:fs/promises";
import { FaultSet } from "../faults.ts";
import type { VideoOrder } from "./video/make-video.ts";
import type { Workshop } from "./workshop.ts";
import { GARBAGE } from "../state/link-store.ts";
import type { Task } from "../state/task-store.ts";

const MEGABYTE = 1_000_000;
const BOX_HEADER_BYTES = 8;

/** Writes the video of a task to a file, with the faults that its creation named. */
export async function filmTask(workshop: Workshop, task: Task, path: string): Promise<void> {
  const faults = new FaultSet(task.faults);
  await workshop.makeVideo(task.request as VideoOrder, path);
  const paddingMegabytes = faults.value("large-video") ?? 0;
  if (paddingMegabytes > 0) await appendFreeBox(path, paddingMegabytes);
  if (faults.has("empty-result")) await truncate(path, 0);
  else if (faults.has("garbage-video")) await writeFile(path, GARBAGE);
  else if (faults.has("truncated-video")) await truncate(path, Math.floor((await stat(path)).size / 2));
}

/** A `free` box of MP4: bytes that players skip. */
async function appendFreeBox(path: string, megabytes: number): Promise<void> {
  const header = Buffer.alloc(BOX_HEADER_BYTES);
  header.writeUInt32BE(BOX_HEADER_BYTES + megabytes * MEGABYTE);
  header.write("free", 4, "latin1");
  await appendFile(path, header);
  await truncate(path, (await stat(path)).size + megabytes * MEGABYTE);
}
