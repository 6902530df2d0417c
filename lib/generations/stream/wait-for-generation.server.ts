import { z } from "zod";
import type { LiveHub } from "@/lib/live/live-hub.server";
import type { GenerationDto } from "../read/generation-dto";
import { getGeneration } from "../read/get-generation.server";
import type { GenerationServices } from "../record/services.server";
import { isTerminal } from "../record/states";
import { createWakeSignal } from "./wake-signal";

/** Below the minute after which clients and proxies give up on a silent request. */
const maxWaitSeconds = 50;

/** The query of GET /api/v1/generations/{id}. */
export const waitQuerySchema = z.object({
  wait: z.coerce
    .number()
    .min(0)
    .max(maxWaitSeconds)
    .optional()
    .describe(
      `Waits until the generation has ended, at most this many seconds, up to ${maxWaitSeconds}. Returns the generation either way; its \`state\` says which.`,
    ),
});

/**
 * One generation of the person, once it has ended or after `seconds`. Reads when it changes, never in between: a notification
 * is lost only with the connection that listens, which wakes everyone when it is back.
 *
 * @param options.signal ends the wait
 * @param options.takeSlot called once before it waits; returns how to leave. What it throws ends the call.
 * @throws StudioError not-found, also for somebody else's
 */
export async function waitForGeneration(
  services: Pick<GenerationServices, "database" | "clock"> & { hub: Pick<LiveHub, "subscribe"> },
  options: { userId: string; id: string; seconds: number; signal: AbortSignal; takeSlot: () => () => void },
): Promise<GenerationDto> {
  const { userId, id, seconds, signal } = options;
  const until = performance.now() + seconds * 1_000;
  const news = createWakeSignal(signal);
  let leaveSlot: (() => void) | undefined;
  // Before the first read, so that no change is missed.
  const unsubscribe = services.hub.subscribe(userId, {
    onChange: (change) => void (change.id === id && news.wake()),
    onLineChange: () => undefined,
    onGap: news.wake,
  });
  try {
    for (;;) {
      news.reset();
      const generation = await getGeneration(services, { userId, id });
      const leftMs = until - performance.now();
      if (isTerminal(generation.state) || leftMs <= 0 || signal.aborted) return generation;
      leaveSlot ??= options.takeSlot();
      await news.wait(leftMs);
    }
  } finally {
    unsubscribe();
    leaveSlot?.();
  }
}
