import { beforeEach, describe, expect, it, vi } from "vitest";
import type { RouteFixture } from "@/lib/media/testing/route-fixture";
import { redeliver, trimDeliveries } from "./deliveries.server";
import type { Receiver } from "./testing/open-receiver";
import { setUpDeliveries } from "./testing/set-up-deliveries";
import { addRunning, end, findActor } from "./testing/webhook-studio";
import { failingAfterMs, keptDays, keptDeliveries, retryDelaysMs } from "./webhook-limits";
import { changeWebhook, rotateWebhookSecret } from "./webhooks.server";

const { shared, create, start, deliveriesOf, received, settled, hurry } = setUpDeliveries();
let fixture: RouteFixture;
let receiver: Receiver;
let userId: string;
beforeEach(() => {
  ({ fixture, receiver } = shared);
  userId = fixture.ada.userId;
});

const arrived = (count: number) =>
  expect.poll(() => receiver.messages.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(count);

describe("a delivery", () => {
  it("is repeated with the same ID until it accepts, then no more", async () => {
    const webhook = await create();
    const statuses = [500, 503, 204];
    receiver.answer = (response) => void response.writeHead(statuses.shift() ?? 500).end("<b>no</b>");
    await start();
    const [id] = await addRunning(fixture, userId);
    await end(fixture, id!);
    await arrived(1);
    await expect.poll(async () => (await deliveriesOf(webhook))[0]?.attempts.length).toBe(1);
    const [waiting] = await deliveriesOf(webhook);
    const pause = Date.parse(waiting!.nextAttemptAt!) - Date.parse(waiting!.attempts[0]!.at);
    expect(pause).toBeGreaterThanOrEqual(retryDelaysMs[0]);
    await hurry();
    await arrived(2);
    await expect.poll(async () => (await deliveriesOf(webhook))[0]?.attempts.length).toBe(2);
    await hurry();
    await settled(webhook, ["delivered"]);
    expect(new Set(received(webhook).map((message) => message.id)).size).toBe(1);
    const [delivery] = await deliveriesOf(webhook);
    expect(delivery!.attempts.map(({ status, fault }) => [status, fault])).toEqual([
      [500, "status"],
      [503, "status"],
      [204, null],
    ]);
    expect(JSON.stringify(delivery)).not.toContain("<b>");
    await hurry();
    const row = await fixture.test.database.webhook.findUniqueOrThrow({ where: { id: webhook.id } });
    expect([row.failingSince, receiver.messages.length]).toEqual([null, 3]);
  });

  it("is given up after the last try, and sent again by hand", async () => {
    const webhook = await create();
    receiver.answer = (response) => void response.writeHead(500).end();
    const [id] = await addRunning(fixture, userId);
    await end(fixture, id!);
    await start();
    for (let tries = 1; tries <= retryDelaysMs.length + 1; tries += 1) {
      await expect
        .poll(async () => (await deliveriesOf(webhook))[0]?.attempts.length, { timeout: 20_000 })
        .toBe(tries);
      await hurry();
    }
    await settled(webhook, ["failed"]);
    receiver.answer = (response) => void response.writeHead(204).end();
    const [delivery] = await deliveriesOf(webhook);
    const services = { database: fixture.test.database, clock: { now: () => Date.now() } };
    const own = { userId, id: webhook.id, deliveryId: delivery!.id };
    await expect(redeliver(services, { ...own, userId: fixture.bob.userId })).rejects.toThrow("Not found");
    await redeliver(services, own);
    await settled(webhook, ["delivered"]);
    expect(new Set(received(webhook).map((message) => message.id))).toEqual(new Set([delivery!.id]));
  });

  it("that is answered 410 disables its webhook, which says so and gets nothing more", async () => {
    const webhook = await create();
    receiver.answer = (response) => void response.writeHead(410).end();
    const ids = await addRunning(fixture, userId, 3);
    for (const id of ids) await end(fixture, id);
    await start();
    await settled(webhook, ["failed", "failed", "failed"]);
    const { database } = fixture.test;
    const row = await database.webhook.findUniqueOrThrow({ where: { id: webhook.id } });
    expect(row).toMatchObject({ enabled: false, stoppedBy: "gone" });
    expect(receiver.messages).toHaveLength(1);
    const event = await database.auditEvent.findFirstOrThrow({ orderBy: { id: "desc" } });
    expect(event).toMatchObject({ kind: "webhook-stopped", subject: "Bell", facts: { reason: "gone" } });
    const services = { database, clock: { now: () => Date.now() } };
    const [delivery] = await deliveriesOf(webhook);
    const again = redeliver(services, { userId, id: webhook.id, deliveryId: delivery!.id });
    await expect(again).rejects.toThrow("disabled");
    const actor = await findActor(fixture, userId);
    const enabled = await changeWebhook(database, { actor, id: webhook.id }, { enabled: true });
    expect(enabled).toMatchObject({ enabled: true, stoppedBy: null, failingSince: null });
  });

  it("that fails after days of failures disables its webhook", async () => {
    const webhook = await create();
    receiver.answer = (response) => void response.writeHead(500).end();
    const { database } = fixture.test;
    const where = { id: webhook.id };
    await database.webhook.update({
      where,
      data: { failingSince: new Date(Date.now() - failingAfterMs - 1_000) },
    });
    const [id] = await addRunning(fixture, userId);
    await end(fixture, id!);
    await start();
    await settled(webhook, ["failed"]);
    expect(await database.webhook.findUnique({ where })).toMatchObject({
      enabled: false,
      stoppedBy: "failing",
    });
  });

  it("is not sent of a generation that was deleted for good, nor for a person without access", async () => {
    const webhook = await create();
    const theirs = await create({ url: `${receiver.url}/theirs` }, fixture.bob.userId);
    const { database } = fixture.test;
    const [erased] = await addRunning(fixture, userId);
    const [locked] = await addRunning(fixture, fixture.bob.userId);
    await end(fixture, erased!);
    await end(fixture, locked!);
    await database.generation.update({ where: { id: erased! }, data: { erasedAt: new Date() } });
    await database.user.update({ where: { id: fixture.bob.userId }, data: { disabledAt: new Date() } });
    await start();
    await settled(webhook, ["failed"]);
    expect(await deliveriesOf(theirs, fixture.bob.userId)).toMatchObject([
      { state: "pending", attempts: [] },
    ]);
    expect(receiver.messages).toEqual([]);
    await database.user.update({ where: { id: fixture.bob.userId }, data: { disabledAt: null } });
  });

  it("never reaches a private address that nobody allowed", async () => {
    const webhook = await create();
    vi.stubEnv("STUDIO_PRIVATE_HOSTS", "");
    vi.stubGlobal("reverieEnv", undefined);
    const [id] = await addRunning(fixture, userId);
    await end(fixture, id!);
    await start();
    await expect
      .poll(async () => (await deliveriesOf(webhook))[0]?.attempts.map(({ fault }) => fault))
      .toEqual(["unreachable"]);
    expect(receiver.messages).toEqual([]);
  });

  it("is signed with the new secret and, for a while, the one before", async () => {
    const webhook = await create();
    const { database } = fixture.test;
    const actor = await findActor(fixture, userId);
    const rotated = await rotateWebhookSecret(database, { actor, id: webhook.id });
    expect(rotated.secret).not.toBe(webhook.secret);
    await start();
    const [first, second] = await addRunning(fixture, userId, 2);
    await end(fixture, first!);
    await arrived(1);
    expect(received(rotated)).toEqual(received(webhook));
    await database.webhook.update({ where: { id: webhook.id }, data: { previousUntil: new Date(0) } });
    await end(fixture, second!);
    await arrived(2);
    expect(received(rotated)).toHaveLength(2);
    expect(() => received(webhook)).toThrow("No matching signature");
  });

  it("stays in a log of limited length, and until it is sent", async () => {
    const webhook = await create({ enabled: false });
    const { database } = fixture.test;
    const row = { webhookId: webhook.id, event: "generation.failed", at: new Date() };
    const old = new Date(Date.now() - (keptDays + 1) * 86_400_000);
    await database.webhookDelivery.createMany({
      data: [
        { ...row, state: "delivered", createdAt: old },
        { ...row, state: "pending", createdAt: old },
        ...Array.from({ length: keptDeliveries + 1 }, () => ({ ...row, state: "failed" })),
      ],
    });
    await trimDeliveries(database, Date.now());
    const left = await database.webhookDelivery.groupBy({
      by: ["state"],
      _count: true,
      orderBy: { state: "asc" },
    });
    expect(left).toEqual([
      { state: "failed", _count: keptDeliveries },
      { state: "pending", _count: 1 },
    ]);
  });
});
