import type { Prisma } from "@/lib/db/database.server";
import type { z } from "zod";
import type { ServiceClient } from "@/lib/service/client.server";
import type { Base64Source } from "@/lib/service/contract/media-reference";
import type { AssetKind } from "@/lib/media/stored-asset";
import type { RawAudio } from "@/lib/media/raw-audio";
import type { TriedFile } from "./waiting";

/** One result that the service keeps under a link; the link dies, so it is fetched at once. */
export interface RunnerOutput {
  /** Position among the outputs of its role, from 0. */
  index: number;
  /** `image`, `audio`, `video`, `subtitle` ... */
  role: string;
  url: string;
  expectedKind: AssetKind;
  /** What sound without a header is; bytes with a signature are believed more. */
  rawAudio?: RawAudio;
  facts?: OutputFacts;
}

/** What is known of one output beside its bytes. */
export interface OutputFacts {
  /** Outputs that belong together, for example the sound, the subtitles and the facts of one text. */
  group?: string;
  [fact: string]: unknown;
}

/** A result as bytes while they come. */
export interface OutputBytes {
  index: number;
  role: string;
  expectedKind: AssetKind;
  source: AsyncIterable<Uint8Array>;
  /**
   * The same bytes can be fetched again for nothing. Then whatever keeps them from being stored is thrown, for the
   * runner to decide about; otherwise it is noted as the end of this one result.
   */
  repeatable?: boolean;
  /** When the source fails, what had come is kept as a partial result and the fault is thrown on, as with a stream. */
  keepsPart?: boolean;
  rawAudio?: RawAudio;
  facts?: OutputFacts;
}

/** The service has answered and everything it made is named here or already stored. */
export interface RunnerDone {
  kind: "done";
  /** Links still to be fetched; what went through `context.storeOutput` is not repeated. */
  outputs: RunnerOutput[];
  /** How many results the service held back, for example by its safety check. */
  blocked: number;
  /** How many results of the main role there are, where only the answer tells. */
  expected?: number;
  usage?: Record<string, unknown>;
  facts?: Record<string, unknown>;
  traceId?: string;
}

/** The service works on; `operation` is written down before anything else happens. */
export interface RunnerPending {
  kind: "pending";
  /** What resumes the task after a restart; the runner's own schema parses it in `poll`. */
  operation: Record<string, unknown>;
  /** When to ask again; null where only the person can help on (see `hasNoQuery`). */
  pollAfterMs: number | null;
  /**
   * The service cannot be asked after its tasks: the generation says so (`no-query`), and the person may have it tried
   * at once, or say where the result is (POST /api/v1/generations/:id/check, which puts `fileId` into the operation).
   */
  hasNoQuery?: boolean;
  /**
   * Of a task that cannot be asked after and of whose end the service tells by callback: whether it was given an address
   * for that. The generation then says `callback` or `no-callback` instead.
   */
  hasCallback?: boolean;
  /** Of a task that cannot be asked after: the file that the person named last, where it did not lead to the result. */
  triedFile?: TriedFile;
  /** What the service counted for taking the task, where it told that: it holds however the task ends. */
  usage?: Record<string, unknown>;
  traceId?: string;
}

export type RunnerResult = RunnerDone | RunnerPending;

/** What a runner may use before anything is sent. */
export interface PrepareContext {
  client: ServiceClient;
  signal: AbortSignal;
  /**
   * Makes an address that the service may push the state of this task to, where the service can reach this studio; null
   * where it cannot. What is pushed is put into the operation as `pushed` (lib/generations/record/pushed-update.ts), and the
   * runner is asked to poll at once. Where the answer of `start` got lost, the operation is `{taskId, pushed}`.
   */
  openCallback(): Promise<string | null>;
  /** An asset of the person as bytes the service takes, with its MIME type. */
  readReferenceImage(
    assetId: string,
    options?: { maxBytes?: number },
  ): Promise<{ bytes: Buffer; mimeType: string }>;
  /** A sound of the person as the service takes it for a reference, read while it is sent. Throws `asset.missing`. */
  readReferenceSound(assetId: string): Promise<Base64Source>;
  /** An asset of the person as it is stored. Throws `asset.missing`. */
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
  /** Stores one result from bytes as they arrive and records it at once, so that a crash keeps it. */
  storeOutput(output: OutputBytes): Promise<void>;
  /**
   * The same, and meanwhile everybody may play what has come (GET /api/v1/generations/:id/stream). When the source
   * fails, what had come is kept as a partial result and the fault is thrown on.
   *
   * @param output.mimeType what the stream is while it comes, for example `audio/mpeg`
   */
  streamOutput(output: OutputBytes & { mimeType: string }): Promise<void>;
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

/** What the worker knows of the runners; server/runners.server.ts provides it. */
export interface RunnerRegistry {
  load(id: string): Promise<Runner | undefined>;
}

/**
 * What a runner's `poll` throws when the service says that the task itself has failed. It ends the generation with
 * `reason`, whatever its code; the same code as the refusal of a question would say nothing about the task.
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

/** What is known of an output beside its bytes, as its row keeps it; nothing where nothing is known. */
export function toOutputFacts({ rawAudio, facts }: Pick<OutputBytes, "rawAudio" | "facts">): {
  facts?: Prisma.InputJsonObject;
} {
  if (!rawAudio && !facts) return {};
  return { facts: { ...facts, ...(rawAudio ? { rawAudio } : {}) } as Prisma.InputJsonObject };
}
