import { afterAll, beforeAll, expect, it } from "vitest";
import type { Actor } from "@/lib/auth/actor";
import { createTestToken } from "@/lib/auth/testing/create-test-token";
import { openStudioHarness, type StudioHarness } from "@/lib/generations/testing/studio-harness.server";
import { bundleWorker, startWorkerProcess } from "@/lib/generations/testing/worker-process";
import { openReceiver, type Receiver } from "./testing/open-receiver";
import { readMessage } from "./testing/webhook-message";
import { createWebhook } from "./webhooks.server";

let studio: StudioHarness;
let receiver: Receiver;
beforeAll(async () => {
  [studio, receiver] = await Promise.all([openStudioHarness(), openReceiver(), bundleWorker()]);
});
afterAll(async () => {
  await studio.close();
  await receiver.close();
});

it("tells of an end after kill -9 of the worker between the end and the answer, under the same ID", async () => {
  const { database } = studio.test;
  const { userId } = studio;
  await createTestToken(userId, database);
  const { id: credentialId } = await database.apiToken.findFirstOrThrow({ where: { userId } });
  const actor: Actor = {
    userId,
    role: "owner",
    name: "Test",
    email: "",
    via: "token",
    credentialId,
    scopes: ["manage"],
  };
  const { secret } = await createWebhook(database, actor, {
    name: "Bell",
    url: receiver.url,
    events: ["generation.succeeded"],
    enabled: true,
  });
  const hanging = Promise.withResolvers<void>();
  receiver.answer = () => hanging.resolve();
  const doomed = await startWorkerProcess();
  const { id } = await studio.submit({ model: "image-01", prompt: "A quay" });
  await hanging.promise;
  await doomed.kill();
  expect(await database.webhookAttempt.count()).toBe(0);

  receiver.answer = (response) => void response.writeHead(204).end();
  const worker = await studio.startWorker();
  await expect
    .poll(() => database.webhookDelivery.count({ where: { state: "delivered" } }), { timeout: 40_000 })
    .toBe(1);
  const messages = receiver.messages.map((each) => readMessage(secret, each));
  expect(messages).toHaveLength(2);
  expect(messages[1]).toMatchObject({ id: messages[0]!.id, data: { id, state: "succeeded" } });
  const outputs = messages[1]!.data.outputs as { url: string }[];
  expect(outputs.length).toBeGreaterThan(0);
  // Paths of this studio, which need a session or a token; no signed addresses.
  for (const { url } of outputs) expect(url).toMatch(/^\/api\/media\/[0-9a-f-]+$/);
  await worker.stop();
});
