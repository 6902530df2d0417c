import { getBatch } from "@/lib/batches/get-batch.server";
import type { Database } from "@/lib/db/database.server";
import type { Clock } from "@/lib/clock";
import { StudioError } from "@/lib/errors/studio-error";
import { findGeneration } from "@/lib/generations/read/get-generation.server";
import { signWebhook } from "./webhook-secret.server";

interface MessageSubject {
  event: string;
  at: Date;
  generationId: string | null;
  batchId: string | null;
}

/**
 * The body of a message: the generation or batch as the REST API returns it now. Null if it was deleted for good, because
 * then nothing of it is sent.
 */
export async function writeMessage(
  services: { database: Database; clock: Clock },
  userId: string,
  { event, at, generationId, batchId }: MessageSubject,
): Promise<string | null> {
  const data =
    event === "batch.finished"
      ? await findBatch(services.database, userId, batchId)
      : generationId && (await findGeneration(services, { userId, id: generationId }));
  return data ? writeBody(event, at, data) : null;
}

export function writeBody(type: string, at: Date, data: object): string {
  return JSON.stringify({ type, timestamp: at.toISOString(), data });
}

async function findBatch(database: Database, userId: string, id: string | null) {
  try {
    return id === null ? null : await getBatch(database, { userId, id });
  } catch (error) {
    if (error instanceof StudioError && error.code === "not-found") return null;
    throw error;
  }
}

/** The headers of one attempt. */
export function writeHeaders(
  secrets: readonly string[],
  { id, body, now }: { id: string; body: string; now: number },
): Record<string, string> {
  const timestamp = Math.floor(now / 1_000);
  return {
    "content-type": "application/json",
    "user-agent": "Reverie",
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signWebhook(secrets, { id, timestamp, body }),
  };
}
