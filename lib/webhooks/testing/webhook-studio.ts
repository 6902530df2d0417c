import { randomUUID } from "node:crypto";
import type { Actor } from "@/lib/auth/actor";
import { announceWorker } from "@/lib/jobs/worker-presence.server";
import type { RouteFixture } from "@/lib/media/testing/route-fixture";
import { webhookChannel } from "../wake-webhooks.server";
import { startWebhooks } from "../work-on-webhooks.server";

/** The person of a token of the fixture, as a caller. */
export async function findActor({ test }: RouteFixture, userId: string): Promise<Actor> {
  const { id } = await test.database.apiToken.findFirstOrThrow({ where: { userId } });
  const { name, email, role } = await test.database.user.findUniqueOrThrow({ where: { id: userId } });
  return {
    userId,
    name,
    email,
    role: role === "owner" ? "owner" : "member",
    via: "token",
    credentialId: id,
    scopes: ["read", "make", "manage"],
  };
}

/** Only the part of a worker that sends to webhooks. */
export async function startSender({ test }: RouteFixture): Promise<{ stop(): Promise<void> }> {
  const { database, url: databaseUrl } = test;
  const presence = await announceWorker({ database, databaseUrl, channels: [webhookChannel] });
  const report = (error: unknown) => {
    throw error;
  };
  const webhooks = await startWebhooks({ database, clock: { now: () => Date.now() }, report }, presence);
  return {
    async stop() {
      await webhooks.stop();
      await presence.close();
    },
  };
}

/** Generations that are under way, as a worker left them. */
export async function addRunning(
  { test }: RouteFixture,
  userId: string,
  count = 1,
  changes: { batchId?: string; relation?: string } = {},
): Promise<string[]> {
  const rows = await test.database.generation.createManyAndReturn({
    data: Array.from({ length: count }, () => ({
      userId,
      generator: "image",
      state: "running",
      input: { prompt: "A quay" },
      idempotencyKey: randomUUID(),
      inputHash: "hash",
      model: "image-01",
      connection: { profileId: "sandbox", baseUrl: "http://127.0.0.1", scope: "scope" },
      ...changes,
    })),
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}

/** Ends a generation as a worker does. */
export async function end({ test }: RouteFixture, id: string, state = "succeeded"): Promise<void> {
  await test.database.generation.update({ where: { id }, data: { state, finishedAt: new Date() } });
}
