import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { allowPrivateHost } from "@/lib/generations/testing/allow-private-host";
import { createRouteFixture, type RouteFixture } from "@/lib/media/testing/route-fixture";
import { listDeliveries } from "../deliveries.server";
import { type DeliveryDto, webhookEvents, type WebhookWithSecret } from "../webhook-dto";
import type { NewWebhook } from "../webhook-input";
import { createWebhook, deleteAllWebhooks } from "../webhooks.server";
import { openReceiver, type Receiver } from "./open-receiver";
import { readMessage } from "./webhook-message";
import { findActor, startSender } from "./webhook-studio";

/** What the tests of deliveries share: two people, a receiver for each test, and as many workers as it starts. */
export function setUpDeliveries() {
  const shared = {} as { fixture: RouteFixture; receiver: Receiver };
  let senders: { stop(): Promise<void> }[] = [];
  beforeAll(async () => {
    shared.fixture = await createRouteFixture();
  });
  afterAll(() => shared.fixture.close());
  beforeEach(async () => {
    shared.receiver = await openReceiver();
    allowPrivateHost(shared.receiver.url);
  });
  afterEach(async () => {
    await Promise.all(senders.map((each) => each.stop()));
    senders = [];
    await shared.receiver.close();
    const { ada, bob, test } = shared.fixture;
    for (const { userId } of [ada, bob]) await deleteAllWebhooks(test.database, userId);
    await test.database.generation.deleteMany();
  });

  const deliveriesOf = async (
    { id }: { id: string },
    userId = shared.fixture.ada.userId,
  ): Promise<DeliveryDto[]> => {
    const { database } = shared.fixture.test;
    return (await listDeliveries(database, { userId, id }, { limit: 100 })).deliveries.toReversed();
  };
  return {
    shared,
    deliveriesOf,
    /** A webhook of Ada at the receiver, for all events. */
    async create(
      changes: Partial<NewWebhook> = {},
      userId = shared.fixture.ada.userId,
    ): Promise<WebhookWithSecret> {
      return createWebhook(shared.fixture.test.database, await findActor(shared.fixture, userId), {
        name: "Bell",
        url: shared.receiver.url,
        events: [...webhookEvents],
        enabled: true,
        ...changes,
      });
    },
    start: async () => void senders.push(await startSender(shared.fixture)),
    /** The messages that arrived at a path, once their signatures are found good. */
    received: ({ secret }: WebhookWithSecret, path = "/hook") =>
      shared.receiver.messages.filter((each) => each.path === path).map((each) => readMessage(secret, each)),
    settled: (webhook: { id: string }, states: string[]) =>
      expect
        .poll(async () => (await deliveriesOf(webhook)).map(({ state }) => state), { timeout: 30_000 })
        .toEqual(states),
    /** As if the time for every retry had come. */
    async hurry(): Promise<void> {
      const { database } = shared.fixture.test;
      await database.webhookDelivery.updateMany({
        where: { state: "pending" },
        data: { nextAttemptAt: new Date(0) },
      });
      await database.$executeRaw`SELECT pg_notify('reverie_webhooks', '')`;
    },
  };
}
