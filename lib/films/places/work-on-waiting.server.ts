import { getLogger } from "@/lib/errors/logger.server";
import type { GenerationServices } from "@/lib/generations/record/services.server";
import type { WorkerPresence } from "@/lib/jobs/worker-presence.server";
import { liveChannel } from "@/lib/live/live-hub.server";
import { hasWaiting, sendWaiting } from "./send-waiting.server";
import { waitingShotChannel } from "./waiting-news.server";

/** News come in bursts; they are looked at once after each. */
const afterNewsMs = 500;
const intervalMs = 15_000;

/** Sends shots that wait for the one before, soon after that has ended. */
export function startSendingShots(
  services: GenerationServices,
  presence: Pick<WorkerPresence, "onNews">,
): { stop(): Promise<void> } {
  let stopping = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let working = Promise.resolve();
  /** Without it, the end of every generation in the studio would cost a query. */
  let mayWait = true;

  async function look(): Promise<void> {
    try {
      if (stopping) return;
      mayWait = false;
      const isFound = await hasWaiting(services);
      // Told of another one in the meantime.
      mayWait ||= isFound;
      if (!isFound) return;
      await sendWaiting(services, (error, { filmId, placeId }) =>
        getLogger().error({ err: error, filmId, placeId }, "A shot could not be sent; it is tried again"),
      );
    } catch (error) {
      mayWait = true;
      getLogger().error({ err: error }, "Shots that wait could not be read; they are soon");
    }
  }
  const plan = (inMs: number) => {
    timer ??= setTimeout(() => {
      timer = undefined;
      working = working.then(look);
    }, inMs);
  };
  presence.onNews(liveChannel, () => {
    if (mayWait && !stopping) plan(afterNewsMs);
  });
  presence.onNews(waitingShotChannel, () => {
    mayWait = true;
    if (!stopping) plan(afterNewsMs);
  });
  const interval = setInterval(() => plan(0), intervalMs);
  plan(0);
  return {
    async stop() {
      stopping = true;
      clearInterval(interval);
      clearTimeout(timer);
      await working;
    },
  };
}
