import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { callbackPath, hashCallbackToken } from "@/lib/callbacks/callback-address.server";
import { updateFactsSchema, type UpdateFacts } from "@/lib/generations/record/pushed-update";
import { createCallbackReceiver, type CallbackReceiver } from "@/lib/callbacks/callback-receiver.server";
import { replayCallback } from "@/lib/callbacks/replay-callback.server";
import { keptCallbacks, trimMargin } from "@/lib/callbacks/trim-callbacks.server";
import {
  openCallbackStudio,
  pending,
  type CallbackStudio,
  type SubmittedTask,
} from "./testing/callback-studio";

describe("what is kept of a callback address", () => {
  let callbacks: CallbackStudio;
  /** Behind the limit of calls: what comes slowly enough is limited by nothing else. */
  let receiver: CallbackReceiver;

  beforeAll(async () => {
    callbacks = await openCallbackStudio();
    receiver = createCallbackReceiver(callbacks.studio.services);
  });
  afterAll(() => callbacks.close());
  beforeEach(() => callbacks.reset());

  const tokenHashOf = ({ address }: SubmittedTask): string =>
    hashCallbackToken(new URL(address).pathname.slice(callbackPath.length))!;

  async function pushUpdates(task: SubmittedTask, updates: Partial<UpdateFacts>[]): Promise<void> {
    const plain = {
      taskId: "77",
      state: "processing",
      status: "processing",
      fileId: null,
      serviceCode: 0,
      serviceMessage: null,
    } as const;
    for (const facts of updates) {
      const body = { kind: "update", facts: { ...plain, ...facts } } as const;
      expect(await receiver.receive({ tokenHash: tokenHashOf(task), body })).toBe(true);
    }
  }

  const listEvents = ({ id }: SubmittedTask, kind: string) =>
    callbacks.studio.test.database.callbackEvent.findMany({
      where: { kind, address: { generationId: id } },
      orderBy: { id: "asc" },
    });

  const numbered = (count: number): Partial<UpdateFacts>[] =>
    Array.from({ length: count }, (_, index) => ({ status: `State ${index}` }));

  it("keeps the newest of each kind", async () => {
    const [flooded, other] = [await callbacks.submitPending(), await callbacks.submitPending()];
    await pushUpdates(other, numbered(3));
    const sent = keptCallbacks.update + 2 * trimMargin;
    await pushUpdates(flooded, numbered(sent));
    for (let count = 0; count < keptCallbacks.challenge + 2 * trimMargin; count += 1) {
      const body = { kind: "challenge", echo: "{}", bytes: count } as const;
      await receiver.receive({ tokenHash: tokenHashOf(flooded), body });
    }

    const updates = (await listEvents(flooded, "update")).map(({ facts }) => updateFactsSchema.parse(facts));
    expect(updates.length).toBeGreaterThanOrEqual(keptCallbacks.update);
    expect(updates.length).toBeLessThan(keptCallbacks.update + trimMargin);
    const newest = numbered(sent).slice(-updates.length);
    expect(updates.map(({ status }) => status)).toEqual(newest.map(({ status }) => status));
    const challenges = (await listEvents(flooded, "challenge")).map(({ facts }) => facts);
    expect(challenges.length).toBeLessThan(keptCallbacks.challenge + trimMargin);
    expect(challenges.at(-1)).toEqual({ bytes: keptCallbacks.challenge + 2 * trimMargin - 1 });
    expect(await listEvents(other, "update")).toHaveLength(3);
  });

  it("keeps the update that reported the end, for a replay", async () => {
    callbacks.service.answer = ({ taskId, ...operation }) => ({
      ...pending(String(taskId)),
      operation: { taskId, ...operation },
    });
    const task = await callbacks.submitPending();
    const end = { state: "success", status: "success", fileId: "5" } as const;
    await pushUpdates(task, [...numbered(2), end]);
    await expect.poll(() => callbacks.service.asked.length).toBe(1);
    const [settling] = (await listEvents(task, "update")).slice(2);
    // The same again and again, and what says nothing.
    await pushUpdates(task, [
      ...Array.from({ length: 100 }, () => end),
      ...numbered(keptCallbacks.update + 100),
    ]);

    const kept = await listEvents(task, "update");
    expect(kept.length).toBeLessThanOrEqual(keptCallbacks.update + trimMargin + 1);
    expect(kept[0]).toEqual(settling);
    await expect.poll(async () => (await callbacks.readRow(task.id)).workerId).toBeNull();
    const { userId, services } = callbacks.studio;
    const replayed = await replayCallback(services, { userId, eventId: settling!.id });
    expect(replayed).toEqual({ generationId: task.id, asked: true });
    await expect.poll(() => callbacks.service.asked.length).toBe(2);
  });
});
