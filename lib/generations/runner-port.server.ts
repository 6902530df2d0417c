import type { z } from "zod";
import type { ServiceClient } from "@/lib/service/client.server";
import type { AssetKind } from "@/lib/media/asset-kind";

/** One result that the service keeps under a link; the link dies, so it is fetched at once. */
export interface RunnerOutput {
  /** Position among the outputs of its role, from 0. */
  index: number;
  /** `image`, `audio`, `video`, `subtitle` ... */
  role: string;
  url: string;
  expectedKind: AssetKind;
  facts?: Record<string, unknown>;
}

/** The service has answered and everything it made is named here or already stored. */
export interface RunnerDone {
  kind: "done";
  /** Links still to be fetched; what went through `context.storeOutput` is not repeated. */
  outputs: RunnerOutput[];
  /** How many results the service held back, for example by its safety check. */
  blocked: number;
  usage?: Record<string, unknown>;
  facts?: Record<string, unknown>;
  traceId?: string;
}

/** The service works on; `operation` is written down before anything else happens. */
export interface RunnerPending {
  kind: "pending";
  /** What resumes the task after a restart; the runner's own schema parses it in `poll`. */
  operation: Record<string, unknown>;
  pollAfterMs: number;
  traceId?: string;
}

export type RunnerResult = RunnerDone | RunnerPending;

/** What a runner may use before anything is sent. */
export interface PrepareContext {
  client: ServiceClient;
  signal: AbortSignal;
  /** An asset of the person as bytes the service takes, with its MIME type. */
  readReferenceImage(assetId: string): Promise<{ bytes: Buffer; mimeType: string }>;
}

export interface RunnerContext {
  generationId: string;
  client: ServiceClient;
  signal: AbortSignal;
  /** Stores one result from bytes as they arrive and records it at once, so that a crash keeps it. */
  storeOutput(output: {
    index: number;
    role: string;
    expectedKind: AssetKind;
    source: AsyncIterable<Uint8Array>;
    facts?: Record<string, unknown>;
  }): Promise<void>;
}

/** How one generator talks to the service. */
export interface Runner<Schema extends z.ZodType = z.ZodType, Prepared = unknown> {
  /** Everything that may take time or fail before the billable request: reads assets, builds the request. */
  prepare(input: z.output<Schema>, context: PrepareContext): Promise<Prepared>;
  /** Sends exactly one billable request. Throws ServiceError. */
  start(prepared: Prepared, context: RunnerContext): Promise<RunnerResult>;
  /** Asks after a pending task. Free, so it may be repeated. */
  poll?(operation: Record<string, unknown>, context: RunnerContext): Promise<RunnerResult>;
}

/** What the worker knows of the runners; generators/registry.server.ts provides it. */
export interface RunnerRegistry {
  load(id: string): Promise<Runner | undefined>;
}
