import { z } from "zod";
import { ServiceError } from "@/lib/service/errors/service-error";
import { defineFakeGenerator, fakeAudio } from "./fake-generator.server";
import { defineRunner } from "@/generators/_kit/define-runner.server";

const relayInputSchema = z.strictObject({
  /** The address that delivers the audio in chunks. */
  source: z.url(),
  /** What follows the last byte: nothing, a rejection by the service, or a fault of the runner. */
  ending: z.enum(["well", "refusal", "fault"]).default("well"),
  /** Whether the audio has no header. */
  raw: z.boolean().default(true),
});

/** A generator for tests that streams the bytes of an address of the test as they arrive. */
export const relayGenerator = defineFakeGenerator("relay", relayInputSchema, {
  defaultInput: { source: "http://127.0.0.1:1/" },
  summariseInput: ({ source }) => ({
    model: "relay",
    endpoint: "coverPreprocess",
    expectedOutputs: { role: "audio", count: 1 },
    searchText: source,
  }),
});

export const relayRunner = defineRunner<typeof relayInputSchema, z.output<typeof relayInputSchema>>({
  prepare: (input) => Promise.resolve(input),

  async start({ source, ending, raw }, context) {
    await context.streamOutput({
      index: 0,
      role: "audio",
      expectedKind: "audio",
      mimeType: raw ? "audio/wav" : "audio/mpeg",
      ...(raw ? { rawAudio: fakeAudio } : {}),
      source: relay(source, ending, context.signal),
    });
    return { kind: "done", outputs: [], blocked: 0, traceId: "relayed" };
  },
});

async function* relay(source: string, ending: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    const response = await fetch(source, { signal });
    const reader = response.body!.getReader();
    for (let step = await reader.read(); !step.done; step = await reader.read()) yield step.value;
  } catch (cause) {
    throw new ServiceError("network.lost", { kind: "network", sent: "maybe", traceId: "broken", cause });
  }
  if (ending === "refusal") {
    throw new ServiceError("service.rate-limited", { kind: "refused", sent: "maybe", serviceCode: 1002 });
  }
  if (ending === "fault") throw new TypeError("The runner has a fault");
}
