import { AsyncLocalStorage } from "node:async_hooks";
import { studioClock } from "@/lib/clock";
import { getEnv } from "@/lib/env/env.server";
import { describeError } from "@/lib/errors/error-facts";
import { getLogger } from "@/lib/errors/logger.server";
import type { Attributes, OpenSpan, Recorder, SpanStart } from "./recorder";
import { findRootSpanId, findSpanId, findTraceId, type SpanOwner } from "./trace-ids";

/** The span that runs, which becomes the parent of those inside. */
interface Scope {
  traceId: string;
  span: OpenSpan;
}

/** A request of a person, which may ask for several generations. */
interface AskingRequest {
  via: string;
  requestId: string | undefined;
  fromMs: number;
  asked: { generationId: string; attributes: Attributes }[];
}

interface OpenTraces {
  recorder: Recorder;
  scopes: AsyncLocalStorage<Scope>;
  requests: AsyncLocalStorage<AskingRequest>;
}

// One per process, although Next bundles routes separately.
const globalForTraces = globalThis as { reverieTraces?: OpenTraces; reverieTracesOpening?: Promise<void> };

/** Whether a collector is set. */
export function areTracesWanted(): boolean {
  const env = getEnv();
  return Boolean(env.OTEL_EXPORTER_OTLP_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT);
}

/** Begins to record, if a collector is set. Without one, nothing is loaded, and every function here does nothing. */
export function openTraces(): Promise<void> {
  globalForTraces.reverieTracesOpening ??= areTracesWanted() ? open() : Promise.resolve();
  return globalForTraces.reverieTracesOpening;
}

async function open(): Promise<void> {
  try {
    const { openRecorder } = await import("./open-recorder.server");
    setRecorder(await openRecorder());
    // Next ends the web without asking anybody; a worker closes them itself.
    process.once("SIGTERM", () => void flushTraces());
  } catch (error) {
    // Traces are no reason not to work.
    getLogger().error({ err: error }, "Traces could not be started");
  }
}

/** Records into `recorder` from now on; tests pass their own. */
export function setRecorder(recorder: Recorder): void {
  globalForTraces.reverieTraces = {
    recorder,
    scopes: new AsyncLocalStorage(),
    requests: new AsyncLocalStorage(),
  };
}

/** Sends what was recorded so far. */
export async function flushTraces(): Promise<void> {
  await globalForTraces.reverieTraces?.recorder.flush();
}

/** Sends what was recorded, for at most two seconds. */
export async function closeTraces(): Promise<void> {
  await globalForTraces.reverieTraces?.recorder.close();
}

/** Whether the trace of this generation is recorded. */
export function isTraced(generationId: string): boolean {
  return globalForTraces.reverieTraces?.recorder.isSampled(findTraceId(generationId)) ?? false;
}

interface InSpanOptions {
  /** The parent. Without it, that is the span that runs, and outside of one nothing is recorded. */
  of?: SpanOwner;
  /** Gives the span the ID that others know. */
  as?: SpanOwner;
  kind?: SpanStart["kind"];
  attributes?: Attributes;
}

/** Runs `work` in a span of this name, which ends with it. */
export async function inSpan<Result>(
  name: string,
  options: InSpanOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  const traces = globalForTraces.reverieTraces;
  const started = traces && startSpan(name, options);
  if (!started) return work();
  try {
    const result = await traces.scopes.run(started, work);
    started.span.end({ toMs: studioClock.now() });
    return result;
  } catch (error) {
    started.span.end({ toMs: studioClock.now(), error: describeError(error).code });
    throw error;
  }
}

/** Starts a span that its caller ends; null where none is recorded. */
export function startSpan(name: string, options: InSpanOptions): Scope | null {
  const traces = globalForTraces.reverieTraces;
  if (!traces) return null;
  const { of: owner, as, kind, attributes } = options;
  const scope = traces.scopes.getStore();
  const traceId = owner ? findTraceId(owner.generationId) : scope?.traceId;
  if (traceId === undefined || (owner && !traces.recorder.isSampled(traceId))) return null;
  const span = traces.recorder.start({
    traceId,
    spanId: as && findSpanId(as),
    parentId: owner ? findSpanId(owner) : scope!.span.id,
    name,
    kind,
    fromMs: studioClock.now(),
    attributes,
  });
  return { traceId, span };
}

/** Notes on the span that runs what has happened. */
export function noteOnSpan(event: string): void {
  globalForTraces.reverieTraces?.scopes.getStore()?.span.note(event, studioClock.now());
}

/** Adds to the span that runs. */
export function describeSpan(attributes: Attributes): void {
  globalForTraces.reverieTraces?.scopes.getStore()?.span.set(attributes);
}

interface PastSpan extends InSpanOptions {
  of: SpanOwner;
  fromMs: number;
  toMs?: number;
  error?: string | undefined;
}

/** Records what began in the past, maybe in another process, and has just ended. */
export function recordSpan(name: string, past: PastSpan): void {
  const { of: owner, as, kind, attributes, fromMs, toMs = studioClock.now(), error } = past;
  const { generationId } = owner;
  // A generation itself has only the request as its parent.
  const isLife = as !== undefined && as.attemptId === undefined;
  const parentId = isLife ? findRootSpanId(generationId) : findSpanId(owner);
  const ids = { traceId: findTraceId(generationId), spanId: as && findSpanId(as), parentId };
  record({ ...ids, name, kind, fromMs, attributes }, { toMs, error });
}

function record(start: SpanStart, end: { toMs: number; error?: string | undefined }): void {
  const recorder = globalForTraces.reverieTraces?.recorder;
  if (!recorder?.isSampled(start.traceId)) return;
  recorder.start(start).end(end);
}

/** Runs a request of a person. What it asks for gets a trace that begins with it. */
export async function inRequest<Result>(
  request: { via: string; requestId?: string },
  work: () => Promise<Result>,
): Promise<Result> {
  if (!areTracesWanted()) return work();
  await openTraces();
  const traces = globalForTraces.reverieTraces;
  if (!traces) return work();
  const asking: AskingRequest = {
    via: request.via,
    requestId: request.requestId,
    fromMs: studioClock.now(),
    asked: [],
  };
  try {
    return await traces.requests.run(asking, work);
  } finally {
    for (const { generationId, attributes } of asking.asked) recordSubmit(generationId, asking, attributes);
  }
}

/** Notes that the request that runs has asked for a generation. */
export function noteAsked(generationId: string, attributes: Attributes): void {
  const traces = globalForTraces.reverieTraces;
  if (!traces) return;
  const asking = traces.requests.getStore();
  if (asking) asking.asked.push({ generationId, attributes });
  else
    recordSubmit(
      generationId,
      { via: "studio", requestId: undefined, fromMs: studioClock.now() },
      attributes,
    );
}

function recordSubmit(
  generationId: string,
  { via, requestId, fromMs }: Omit<AskingRequest, "asked">,
  attributes: Attributes,
): void {
  record(
    {
      traceId: findTraceId(generationId),
      spanId: findRootSpanId(generationId),
      name: "submit",
      kind: "server",
      fromMs,
      attributes: { ...attributes, "reverie.via": via, "reverie.request_id": requestId },
    },
    { toMs: studioClock.now() },
  );
}
