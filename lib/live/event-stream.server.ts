import type { GenerationDto } from "@/lib/generations/generation-dto";
import type { LiveHub } from "./live-hub.server";

/** Proxies close connections that stay silent for a minute or so. */
const pingIntervalMs = 15_000;

/**
 * The events of one browser as server-sent events: `hello` when it may have missed something (also at the start),
 * `generation` for each change, comments that keep the connection open.
 *
 * @param load gives the generation as it is now, or null where it is gone
 */
export function createEventStream(options: {
  hub: LiveHub;
  userId: string;
  signal: AbortSignal;
  load: (id: string) => Promise<GenerationDto | null>;
  onError: (error: unknown) => void;
}): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let end = (_byReader?: boolean): void => undefined;
  return new ReadableStream({
    start(controller) {
      let ended = false;
      const send = (text: string): void => {
        if (ended) return;
        // A browser that does not read is cut off; it comes back and asks anew.
        if ((controller.desiredSize ?? 0) < -256) return end();
        controller.enqueue(encoder.encode(text));
      };
      const hello = (): void => send("event: hello\ndata: {}\n\n");
      const pending = new Set<string>();
      const tell = async (id: string): Promise<void> => {
        // Changes that come while one is loaded are told by the load that follows, once.
        if (pending.has(id)) return;
        pending.add(id);
        await Promise.resolve();
        pending.delete(id);
        const generation = await options.load(id);
        if (generation) send(`event: generation\ndata: ${JSON.stringify({ generation })}\n\n`);
      };
      const unsubscribe = options.hub.subscribe(options.userId, {
        onChange: ({ id }) => void tell(id).catch(options.onError),
        onGap: hello,
      });
      const ping = setInterval(() => send(": ping\n\n"), pingIntervalMs);
      end = (byReader = false) => {
        if (ended) return;
        ended = true;
        clearInterval(ping);
        unsubscribe();
        if (!byReader) controller.close();
      };
      options.signal.addEventListener("abort", () => end(), { once: true });
      send("retry: 2000\n\n");
      hello();
      if (options.signal.aborted) end();
    },
    cancel() {
      end(true);
    },
  });
}
