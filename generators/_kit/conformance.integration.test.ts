import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { definitionRegistry, generators } from "../registry";
import { openStudioHarness, type StudioHarness } from "@/lib/generations/testing/studio-harness.server";

describe("every generator, from submit to store", () => {
  let studio: StudioHarness;

  beforeAll(async () => {
    studio = await openStudioHarness();
    // Durations and frame rates do not matter here.
    await studio.sandbox.change({ taskDurationMs: 0, videoFramesPerSecond: 1 });
    await studio.startWorker();
  });
  afterAll(() => studio.close());

  const readBilled = async () => (await studio.sandbox.readBill()).filter(({ billed }) => billed);

  it.each(generators.map(({ id }) => id))(
    "%s: makes all that its first example asks for, with one billed request",
    async (id) => {
      const { examples, inputSchema, summariseInput } = definitionRegistry.find(id)!;
      const [example] = examples;
      const { model, expectedOutputs } = summariseInput(inputSchema.parse(example!.input));
      const billedBefore = await readBilled();

      const { id: generationId } = await studio.submit(example!.input as Record<string, unknown>, {
        generator: id,
      });
      const done = await studio.waitForEnd(generationId);

      expect(done).toMatchObject({ generator: id, state: "succeeded", error: null, model, sandbox: true });
      expect(done.counts).toMatchObject({
        expected: expectedOutputs.count,
        stored: expectedOutputs.count,
        blocked: 0,
        failed: 0,
      });
      const made = done.outputs.filter(({ role }) => role === expectedOutputs.role);
      expect(made.map(({ index }) => index)).toEqual(made.map((_output, index) => index));
      expect(made).toHaveLength(expectedOutputs.count);
      expect(await readBilled()).toHaveLength(billedBefore.length + 1);
      expect(await studio.test.database.attempt.count({ where: { generationId } })).toBe(1);
    },
  );
});
