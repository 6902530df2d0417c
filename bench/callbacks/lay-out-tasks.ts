import { randomUUID } from "node:crypto";
import { callbackPath } from "@/lib/callbacks/callback-address.server";
import { createToken, hashToken } from "@/lib/crypto/tokens.server";
import type { Database } from "@/lib/db/database.server";

/** A video that is being made at the service, as far as callbacks are concerned. */
export interface LaidOutTask {
  taskId: string;
  /** Path of its callback address. */
  path: string;
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Videos of the studio's owner that are being made, each with the address that the service was told. Nobody asks after
 * them within a day, so that what is measured is what is pushed.
 */
export async function layOutTasks(database: Database, count: number): Promise<LaidOutTask[]> {
  const { id: userId } = await database.user.findFirstOrThrow();
  const tasks = Array.from({ length: count }, (_, index) => ({
    generationId: randomUUID(),
    taskId: String(10_000_000 + index),
    token: createToken("rvc_"),
  }));
  await database.generation.createMany({
    data: tasks.map(({ generationId, taskId }) => ({
      id: generationId,
      userId,
      generator: "video",
      state: "running",
      input: { prompt: "A ship", model: "Vendor-Video-02" },
      model: "Vendor-Video-02",
      idempotencyKey: generationId,
      inputHash: "",
      connection: { profileId: "sandbox", address: "http://127.0.0.1", sandbox: true },
      sandbox: true,
      operation: { taskId },
      nextPollAt: new Date(Date.now() + dayMs),
      startedAt: new Date(),
    })),
  });
  await database.callbackAddress.createMany({
    data: tasks.map(({ generationId, token }) => ({ tokenHash: hashToken(token), userId, generationId })),
  });
  return tasks.map(({ taskId, token }) => ({ taskId, path: `${callbackPath}${token}` }));
}
