import { z } from "zod";
import type { RawAudio } from "@/lib/media/raw-audio";
import { ServiceError } from "@/lib/service/errors/service-error";
import { defineGenerator } from "@/generators/_kit/define-generator";
import { defineRunner } from "@/generators/_kit/define-runner.server";

/** How the relayed sound is to be read: any bytes are such sound, so that tests choose them. */
export const relayedAudio: RawAudio = { encoding: "s16le", sampleRateHz: 8_000, channels: 1 };

const relayInputSchema = z.strictObject({
  /** Delivers the sound, chunk by chunk. */
  source: z.url(),
  /** What comes after the last byte: nothing, a refusal of the service, or a fault of the runner. */
  ending: z.enum(["well", "refusal", "fault"]).default("well"),
  /** Without it the bytes must tell themselves what they are. */
  raw: z.boolean().default(true),
});

/** A generator of the tests: it streams whatever an address of the test delivers, when the test delivers it. */
export const relayGenerator = defineGenerator({
  id: "relay",
  produces: "sound",
  icon: "voice",
  inputSchema: relayInputSchema,
  defaultInput: { source: "http://127.0.0.1:1/" },
  requiredByPerson: [],
  examples: [],
  summariseInput: ({ source }) => ({
    model: "relay",
    endpoint: "coverPreprocess",
    expectedOutputs: { role: "audio", count: 1 },
    searchText: source,
  }),
  listInputAssets: () => [],
  listInputUrls: () => [],
});

export const relayRunner = defineRunner<typeof relayInputSchema, z.output<typeof relayInputSchema>>({
  prepare: (input) => Promise.resolve(input),

  async start({ source, ending, raw }, context) {
    await context.streamOutput({
      index: 0,
      role: "audio",
      expectedKind: "audio",
      mimeType: raw ? "audio/wav" : "audio/mpeg",
      ...(raw ? { rawAudio: relayedAudio } : {}),
      source: relay(source, ending, context.signal),
    });
    return { kind: "done", outputs: [], blocked: 0, traceId: "relayed" };
  },
});

async function* relay(source: string, ending: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    const response = await fetch(source, { signal });
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) yield chunk;
  } catch (cause) {
    throw new ServiceError("network.lost", { kind: "network", sent: "maybe", traceId: "broken", cause });
  }
  if (ending === "refusal") {
    throw new ServiceError("service.rate-limited", { kind: "refused", sent: "maybe", serviceCode: 1002 });
  }
  if (ending === "fault") throw new TypeError("The runner has a fault");
}
