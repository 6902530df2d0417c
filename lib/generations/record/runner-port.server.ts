import type { Prisma } from "@/lib/db/database.server";
import type { z } from "zod";
import type { ServiceClient } from "@/lib/service/client.server";
import type { Base64Source } from "@/lib/service/contract/media-reference";
import type { AssetKind } from "@/lib/media/stored-asset";
import type { RawAudio } from "@/lib/media/raw-audio";
import type { TriedFile } from "./waiting";

/** One result that the service keeps under a link. The link expires, so it is downloaded at once. */
export interface RunnerOutput {
  /** Position among the outputs of its role, from 0. */
  index: number;
  /** `image`, `audio`, `video`, `subtitle` ... */
  role: string;
  url: string;
  expectedKind: AssetKind;
  /** The format of audio without a header. Ignored for bytes with a file signature. */
  rawAudio?: RawAudio;
  facts?: OutputFacts;
}

/** Facts of one output besides its bytes. */
interface OutputFacts {
  /** Outputs that belong together, for example the audio, the subtitles and the facts of one text. */
  group?: string;
  [fact: string]: unknown;
}

/** A result as bytes that are still arriving. */
export interface OutputBytes {
  index: number;
  role: string;
  expectedKind: AssetKind;
  source: AsyncIterable<Uint8Array>;
  /**
   * The same bytes can be fetched again for free. A fault of storing them is thrown to the runner then; otherwise it fails
   * this one result.
   */
  repeatable?: boolean;
  /** When the source fails, the part that arrived is kept as a partial result and the fault is rethrown. */
  keepsPart?: boolean;
  rawAudio?: RawAudio;
  facts?: OutputFacts;
}

/** The service has answered. Every result is listed here or already stored. */
export interface RunnerDone {
  kind: "done";
  /** Links to download, without what was stored by `context.storeOutput`. */
  outputs: RunnerOutput[];
  /** How many results the service withheld, for example after its safety check. */
  blocked: number;
  /** How many results of the main role there are, where only the answer says so. */
  expected?: number;
  usage?: Record<string, unknown>;
  facts?: Record<string, unknown>;
  traceId?: string;
}

/** The service is still working. `operation` is stored before anything else happens. */
export interface RunnerPending {
  kind: "pending";
  /** What resumes the task after a restart; the runner's own schema parses it in `poll`. */
  operation: Record<string, unknown>;
  /** When to poll next; null for a task that cannot be polled (see `hasNoQuery`). */
  pollAfterMs: number | null;
  /**
   * The service has no task query. The generation waits with `no-query`, and the person may enter the file ID of the result
   * (POST /api/v1/generations/:id/check, which puts `fileId` into the operation).
   */
  hasNoQuery?: boolean;
  /**
   * For a task without a query whose end the service reports by callback: whether the request had a callback address. The
   * generation waits with `callback` or `no-callback` instead.
   */
  hasCallback?: boolean;
  /** For a task without a query: the last file ID that the person entered, if it was not the result. */
  triedFile?: TriedFile;
  /** What the service bills for accepting the task, if it said so. It holds however the task ends. */
  usage?: Record<string, unknown>;
  traceId?: string;
}

export type RunnerResult = RunnerDone | RunnerPending;

/** What a runner may use before anything is sent. */
export interface PrepareContext {
  client: ServiceClient;
  signal: AbortSignal;
  /**
   * Creates a callback address for this task; null where the service cannot reach this studio. An update is put into the
   * operation as `pushed` (lib/generations/record/pushed-update.ts), and the runner polls at once. If the answer of `start`
   * was lost, the operation is `{taskId, pushed}`.
   */
  openCallback(): Promise<string | null>;
  /** One of the person's images as the service accepts it, with its MIME type. */
  readReferenceImage(
    assetId: string,
    options?: { maxBytes?: number },
  ): Promise<{ bytes: Buffer; mimeType: string }>;
  /** One of the person's audio files as the service accepts it, read while it is sent. Throws `asset.missing`. */
  readReferenceSound(assetId: string): Promise<Base64Source>;
  /** One of the person's assets as it is stored. Throws `asset.missing`. */
  openAsset(assetId: string): Promise<{
    bytes: number;
    mimeType: string;
    fileName: string | null;
    open(): Promise<AsyncIterable<Uint8Array>>;
  }>;
}

export interface RunnerContext {
  generationId: string;
  client: ServiceClient;
  signal: AbortSignal;
  /** Stores one result from bytes as they arrive and records it at once, so that it survives a crash. */
  storeOutput(output: OutputBytes): Promise<void>;
  /**
   * The same for a result that can be played while it arrives (GET /api/v1/generations/:id/stream). When the source fails,
   * the part that arrived is kept as a partial result and the fault is rethrown.
   *
   * @param output.mimeType of the stream, for example `audio/mpeg`
   */
  streamOutput(output: OutputBytes & { mimeType: string }): Promise<void>;
}

/** How one generator talks to the service. */
export interface Runner<Schema extends z.ZodType = z.ZodType, Prepared = unknown> {
  /** Reads assets and builds the request: everything that may take time or fail before the billable request. */
  prepare(input: z.output<Schema>, context: PrepareContext): Promise<Prepared>;
  /** Sends exactly one billable request. Throws ServiceError. */
  start(prepared: Prepared, context: RunnerContext): Promise<RunnerResult>;
  /** Polls a pending task. Free, so it may be repeated. */
  poll?(operation: Record<string, unknown>, context: RunnerContext): Promise<RunnerResult>;
}

/** The runners as the worker loads them; server/runners.server.ts provides it. */
export interface RunnerRegistry {
  load(id: string): Promise<Runner | undefined>;
}

/**
 * Thrown by a runner's `poll` when the task itself has failed. It ends the generation with `reason`, even if its code
 * would say nothing about the task as the rejection of a poll.
 */
export class TaskEndedError extends Error {
  /** ServiceError or StudioError. */
  readonly reason: Error;

  constructor(reason: Error) {
    super(reason.message, { cause: reason });
    this.name = "TaskEndedError";
    this.reason = reason;
  }
}

/** The `facts` column of an output; left out where there are none. */
export function toOutputFacts({ rawAudio, facts }: Pick<OutputBytes, "rawAudio" | "facts">): {
  facts?: Prisma.InputJsonObject;
} {
  if (!rawAudio && !facts) return {};
  return { facts: { ...facts, ...(rawAudio ? { rawAudio } : {}) } as Prisma.InputJsonObject };
}
