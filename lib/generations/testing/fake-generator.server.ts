import { randomBytes } from "node:crypto";
import { z } from "zod";
import { defineGenerator } from "@/generators/_kit/define-generator";
import type { GeneratorDefinition } from "../record/definition-port";
import type { Runner, RunnerContext } from "../record/runner-port.server";
import type { RawAudio } from "@/lib/media/raw-audio";

/** Audio without a header, so that tests can choose any bytes. */
export const fakeAudio: RawAudio = { encoding: "s16le", sampleRateHz: 8_000, channels: 1 };

/** Unique audio of this many bytes. */
export const makeSound = (bytes: number): Buffer => randomBytes(bytes);

/** Defines a generator for tests of the engine: one sound, without media in its input. */
export function defineFakeGenerator<Schema extends z.ZodType, const Id extends string>(
  id: Id,
  inputSchema: Schema,
  changes: Partial<GeneratorDefinition<Schema, Id>> & { defaultInput: z.input<Schema> },
): GeneratorDefinition<Schema, Id> {
  return defineGenerator({
    id,
    produces: "sound",
    icon: "voice",
    inputSchema,
    requiredByPerson: [],
    examples: [],
    summariseInput: () => ({
      model: id,
      endpoint: "coverPreprocess",
      expectedOutputs: { role: "audio", count: 1 },
      searchText: "",
    }),
    listInputAssets: () => [],
    listInputUrls: () => [],
    ...changes,
  });
}

/** Stores a short sound as the only output. */
export async function storeFakeOutput(context: RunnerContext): Promise<void> {
  const source = (async function* sound() {
    yield await Promise.resolve(makeSound(1_600));
  })();
  const rawAudio = fakeAudio;
  await context.storeOutput({ index: 0, role: "audio", expectedKind: "audio", source, rawAudio });
}

const definition = defineFakeGenerator("fake", z.strictObject({ name: z.string() }), {
  defaultInput: { name: "" },
  summariseInput: ({ name }) => ({
    model: "fake",
    // The endpoint whose rate limit the harness can set.
    endpoint: "imageGeneration",
    expectedOutputs: { role: "audio", count: 1 },
    searchText: name,
  }),
});

const runner: Runner<typeof definition.inputSchema, null> = {
  prepare: () => Promise.resolve(null),
  async start(_prepared, context) {
    await storeFakeOutput(context);
    return { kind: "done", outputs: [], blocked: 0 };
  },
};

/** A generator that succeeds at once, without a service. */
export const fakeGenerator = { definition, runner: runner as never };
