import type { z } from "zod";
import type { ServiceClient } from "@/lib/service/client.server";

/** Where an output comes from: a link of the service, or bytes that were stored while they arrived. */
export interface RunnerOutput {
  /** Position among the outputs of its role, from 0. */
  index: number;
  /** `image`, `audio`, `video`, `subtitle` ... */
  role: string;
  /** A link of the service; it dies, so it is fetched at once. */
  url: string;
  fileName?: string;
  facts?: Record<string, unknown>;
}

export interface RunnerDone {
  kind: "done";
  /** Links still to be fetched; what was stored through `context.storeOutput` is not repeated here. */
  outputs: RunnerOutput[];
  /** How many the service held back, for example by its safety check. */
  blocked?: number;
  usage?: Record<string, unknown>;
  facts?: Record<string, unknown>;
  traceId?: string;
}

export interface RunnerPending {
  kind: "pending";
  /** What resumes the task after a restart; the runner's own operationSchema parses it. */
  operation: Record<string, unknown>;
  pollAfterMs: number;
  traceId?: string;
}

export type RunnerResult = RunnerDone | RunnerPending;

export interface RunnerContext {
  generationId: string;
  attemptId: string;
  client: ServiceClient;
  signal: AbortSignal;
  /** Bytes of an asset that the person owns, small enough for one request (checked by the caller's limit). */
  readAsset(assetId: string): Promise<{ bytes: Buffer; mimeType: string }>;
  /** Stores one output from bytes as they arrive and records it at once. */
  storeOutput(output: {
    index: number;
    role: string;
    expectedKind: "image" | "audio" | "video" | "text" | "archive";
    source: AsyncIterable<Uint8Array>;
    facts?: Record<string, unknown>;
  }): Promise<void>;
}

/**
 * How one generator talks to the service. `prepare` does everything that may take time and sends nothing billable
 * (reading assets, building the request); `start` sends exactly one billable request.
 */
export interface Runner<Schema extends z.ZodType = z.ZodType, Prepared = unknown> {
  prepare(
    input: z.output<Schema>,
    context: Pick<RunnerContext, "client" | "readAsset" | "signal">,
  ): Promise<Prepared>;
  start(prepared: Prepared, context: RunnerContext): Promise<RunnerResult>;
  /** Asks for a pending task; free, so it may be repeated. */
  poll?(operation: Record<string, unknown>, context: RunnerContext): Promise<RunnerResult>;
}

export function defineRunner<Schema extends z.ZodType, Prepared>(
  runner: Runner<Schema, Prepared>,
): Runner<Schema, Prepared> {
  return runner;
}
