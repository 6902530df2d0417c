import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import type { RouteFixture } from "@/lib/media/testing/route-fixture";
import type { Receiver } from "./testing/open-receiver";
import { setUpDeliveries } from "./testing/set-up-deliveries";
import { addRunning, end } from "./testing/webhook-studio";

const { shared, create, start, deliveriesOf, received, settled } = setUpDeliveries();
let fixture: RouteFixture;
let receiver: Receiver;
let userId: string;
beforeEach(() => {
  ({ fixture, receiver } = shared);
  userId = fixture.ada.userId;
});

describe("a webhook", () => {
  it("is told of each end it wants, in the shape of the API, and of nothing else", async () => {
    const all = await create();
    const failures = await create({ events: ["generation.failed"], url: `${receiver.url}/failures` });
    const others = await create({ url: `${receiver.url}/others` }, fixture.bob.userId);
    const off = await create({ enabled: false, url: `${receiver.url}/off` });
    await start();
    const [good, bad, lost, cancelled] = await addRunning(fixture, userId, 4);
    const [sample] = await addRunning(fixture, userId, 1, { relation: "sample" });
    for (const [id, state] of [
      [good, "succeeded"],
      [bad, "failed"],
      [lost, "unknown"],
      [cancelled, "cancelled"],
      [sample, "succeeded"],
    ] as const) {
      await end(fixture, id!, state);
    }
    await settled(all, ["delivered", "delivered", "delivered"]);
    await settled(failures, ["delivered"]);
    const messages = received(all);
    expect(messages.map(({ type, data }) => [type, data.id, data.state])).toEqual([
      ["generation.succeeded", good, "succeeded"],
      ["generation.failed", bad, "failed"],
      ["generation.unknown", lost, "unknown"],
    ]);
    expect(messages[0]!.data).toMatchObject({ input: { prompt: "A quay" }, outputs: [] });
    expect(new Set(messages.map(({ id }) => id)).size).toBe(3);
    expect(received(failures, "/hook/failures").map(({ data }) => data.id)).toEqual([bad]);
    expect([...(await deliveriesOf(others, fixture.bob.userId)), ...(await deliveriesOf(off))]).toEqual([]);
    const [logged] = await deliveriesOf(all);
    expect(logged).toMatchObject({
      id: messages[0]!.id,
      type: "generation.succeeded",
      generationId: good,
      nextAttemptAt: null,
      attempts: [{ status: 204, fault: null }],
    });
  });

  it("is told of an end that nobody was there to send, in the transaction of that end", async () => {
    const webhook = await create();
    const [rolledBack, ended] = await addRunning(fixture, userId, 2);
    const undone = fixture.test.database.$transaction(async (transaction) => {
      await transaction.generation.update({ where: { id: rolledBack! }, data: { state: "succeeded" } });
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    await end(fixture, ended!);
    expect(await fixture.test.database.webhookEvent.count()).toBe(1);
    await start();
    await settled(webhook, ["delivered"]);
    expect(received(webhook).map(({ data }) => data.id)).toEqual([ended]);
  });

  it("is told once of a batch whose last generations end at the same time", async () => {
    const webhook = await create({ events: ["batch.finished"] });
    await start();
    await start();
    const batchId = randomUUID();
    const ids = await addRunning(fixture, userId, 12, { batchId });
    await Promise.all(ids.map((id, index) => end(fixture, id, index % 3 === 0 ? "cancelled" : "succeeded")));
    await settled(webhook, ["delivered"]);
    expect(received(webhook)).toMatchObject([
      { type: "batch.finished", data: { id: batchId, total: 12, states: { succeeded: 8, cancelled: 4 } } },
    ]);
  });

  it("gets 500 messages in their order, one at a time, from two workers", async () => {
    const webhook = await create();
    let open = 0;
    let most = 0;
    receiver.answer = (response) => {
      open += 1;
      most = Math.max(most, open);
      setImmediate(() => {
        open -= 1;
        response.writeHead(204).end();
      });
    };
    const batchId = randomUUID();
    const ids = await addRunning(fixture, userId, 500, { batchId });
    await start();
    await start();
    await fixture.test.database
      .$executeRaw`UPDATE "Generation" SET "state" = 'succeeded' WHERE "batchId" = ${batchId}::uuid`;
    await expect
      .poll(() => fixture.test.database.webhookDelivery.count({ where: { state: "delivered" } }), {
        timeout: 120_000,
        interval: 250,
      })
      .toBe(501);
    const messages = received(webhook);
    const told = messages.map(({ data }) => data.id);
    expect(told).toHaveLength(501);
    expect(new Set(told)).toEqual(new Set([...ids, batchId]));
    expect(told.at(-1)).toBe(batchId);
    const order = await deliveriesInOrder(webhook.id);
    expect(messages.map(({ id }) => id)).toEqual(order);
    expect(most).toBe(1);
  }, 150_000);

  async function deliveriesInOrder(webhookId: string): Promise<string[]> {
    const rows = await fixture.test.database.webhookDelivery.findMany({
      where: { webhookId },
      orderBy: { sequence: "asc" },
    });
    return rows.map(({ id }) => id);
  }

  it("that hangs delays no other one of its person", async () => {
    const hanging = await create({ url: `${receiver.url}/hangs` });
    const webhook = await create();
    receiver.answer = (response, { path }) => void (path === "/hook" && response.writeHead(204).end());
    await start();
    for (const id of await addRunning(fixture, userId, 3)) await end(fixture, id);
    await settled(webhook, ["delivered", "delivered", "delivered"]);
    expect((await deliveriesOf(hanging)).map(({ attempts }) => attempts)).toEqual([[], [], []]);
  });
});
