import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { Actor } from "@/lib/auth/actor";
import { openStudioHarness, type StudioHarness } from "@/lib/generations/testing/studio-harness.server";
import { bundleWorker, startWorkerProcess } from "@/lib/generations/testing/worker-process";
import { changeNoticePreferences } from "./notice-preferences.server";
import { addPushSubscription } from "./push-subscriptions.server";
import { createBrowser, openPushService, type PushService } from "./testing/push-service";

let studio: StudioHarness;
let service: PushService;
beforeAll(async () => {
  service = await openPushService();
  vi.stubEnv("STUDIO_PRIVATE_HOSTS", service.host);
  vi.stubEnv("STUDIO_PUBLIC_URL", "https://studio.example");
  [studio] = await Promise.all([openStudioHarness(), bundleWorker()]);
});
afterAll(async () => {
  await studio.close();
  await service.close();
  vi.unstubAllEnvs();
});

/** A browser of the harness's person. */
async function subscribe() {
  const { test, userId } = studio;
  const actor: Actor = {
    userId,
    role: "owner",
    name: "Test",
    email: "",
    via: "token",
    credentialId: randomUUID(),
    scopes: ["manage"],
  };
  const { body, read } = createBrowser(service.host);
  const { id } = await addPushSubscription(test.database, actor, { ...body, locale: "en" });
  const path = new URL(body.endpoint).pathname;
  return {
    id,
    path,
    /** The IDs of the ends in each of its messages. */
    told: () =>
      service.received
        .filter((message) => message.path === path)
        .map((message) => (read(message.body) as { ends: { id: string }[] }).ends.map((end) => end.id)),
  };
}

/** Ends a generation as a worker does. @returns its ID */
async function endOne(title: string): Promise<string> {
  const { database } = studio.test;
  const { id } = await database.generation.create({
    data: {
      userId: studio.userId,
      generator: "image",
      state: "running",
      title,
      input: { prompt: title },
      idempotencyKey: randomUUID(),
      inputHash: "hash",
      model: "image-01",
      connection: { profileId: "sandbox", baseUrl: "http://127.0.0.1:1", scope: "scope" },
    },
  });
  await database.generation.update({ where: { id }, data: { state: "succeeded", finishedAt: new Date() } });
  return id;
}

const subscribeMany = async (count: number) => {
  const browsers: Awaited<ReturnType<typeof subscribe>>[] = [];
  // Who subscribed first is told first.
  for (let left = count; left > 0; left -= 1) browsers.push(await subscribe());
  return browsers;
};

it("loses nothing to kill -9 among deliveries, and repeats only what nobody noted", async () => {
  const { database } = studio.test;
  await changeNoticePreferences(database, studio.userId, { minimumSeconds: 0 });
  const quick = await subscribeMany(2);
  // They take all of a person's places, so that the last ones wait.
  const hanging = await subscribeMany(4);
  const waiting = await subscribeMany(2);
  for (const { path } of hanging) service.answers.byPath.set(path, "hang");

  const doomed = await startWorkerProcess();
  const first = await endOne("A quay");
  await expect.poll(() => service.received.length, { timeout: 20_000 }).toBe(6);
  await doomed.kill();
  expect([...quick, ...hanging, ...waiting].map(({ told }) => told())).toEqual([
    ...Array.from({ length: 6 }, () => [[first]]),
    [],
    [],
  ]);

  const second = await endOne("A bay");
  service.answers.byPath.clear();
  const worker = await studio.startWorker();
  const isHeld = { subscription: { id: { in: hanging.map(({ id }) => id) } } };
  await expect
    .poll(() => database.pushDelivery.count({ where: { NOT: isHeld } }), { timeout: 20_000 })
    .toBe(0);
  for (const { told } of [...quick, ...waiting]) expect(told().flat()).toEqual([first, second]);
  // The killed worker holds them still: it may have told them.
  expect(hanging.map(({ told }) => told())).toEqual(hanging.map(() => [[first]]));
  expect(await database.pushDelivery.count({ where: isHeld })).toBe(8);

  await database.pushSubscription.updateMany({ data: { dueAt: new Date(0) } });
  await database.$executeRaw`SELECT pg_notify('reverie_pushes', '')`;
  await expect.poll(() => database.pushDelivery.count(), { timeout: 20_000 }).toBe(0);
  // Told again: nobody knows whether the first message arrived.
  for (const { told } of hanging) expect(told()).toEqual([[first], [first, second]]);
  expect(await database.pushSubscription.count({ where: { failures: 0 } })).toBe(8);
  await worker.stop();
});
