import { writeFile } from "node:fs/promises";
import { parentPort } from "node:worker_threads";
import { makeVideo } from "./make-video.ts";
import type { VideoOrder } from "./video-order.ts";

export interface VideoJob {
  id: number;
  order: VideoOrder;
  frameFolder: string;
  /** File that is written. */
  path: string;
}

/** `failure` is null for a video that was made. */
export interface VideoOutcome {
  id: number;
  failure: string | null;
}

/** The thread in which videos are drawn and encoded, one after another. */
function run(port: NonNullable<typeof parentPort>): void {
  let last = Promise.resolve();
  const make = async ({ id, order, frameFolder, path }: VideoJob) => {
    let failure: string | null = null;
    try {
      await writeFile(path, await makeVideo(order, frameFolder));
    } catch (error) {
      failure = (error as Error).stack ?? String(error);
    }
    port.postMessage({ id, failure } satisfies VideoOutcome);
  };
  port.on("message", (job: VideoJob) => {
    last = last.then(() => make(job));
  });
}

if (parentPort === null) throw new Error("video-thread.ts is the program of a worker thread");
run(parentPort);
