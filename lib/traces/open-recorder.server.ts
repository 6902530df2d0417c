import { setTimeout as delay } from "node:timers/promises";
import type { HrTime, Span } from "@opentelemetry/api";
import type { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import type * as Sdk from "@opentelemetry/sdk-trace";
import { type Env, getEnv } from "@/lib/env/env.server";
import { getLogger } from "@/lib/errors/logger.server";
import type { Attributes, OpenSpan, Recorder } from "./recorder";

/** Spans are sent in batches of this time. A process that is killed loses those since the last one. */
const batchMs = 500;
/** How many spans wait for the collector. Further ones are dropped, so that one that is away costs no memory. */
const maxWaiting = 2_048;
/** How long a process that stops waits for the collector. */
const closeMs = 2_000;

/** OpenTelemetry, loaded only now, which sends to the collector that the standard variables name. */
export async function openRecorder(): Promise<Recorder> {
  const [api, sdk, otlp, resources] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/sdk-trace"),
    import("@opentelemetry/exporter-trace-otlp-proto"),
    import("@opentelemetry/resources"),
  ]);
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } = api;
  const env = getEnv();
  // It reads its own settings (address, headers, timeout, compression) from the environment.
  const exporter = tellFaults(new otlp.OTLPTraceExporter());
  const random = new sdk.RandomIdGenerator();
  /** The IDs of the span that is started next. */
  let next: { traceId: string; spanId: string | undefined };
  const provider = new sdk.TracerProvider({
    resource: resources
      .resourceFromAttributes({ "service.name": "reverie", "reverie.role": env.REVERIE_PROCESS ?? "unknown" })
      .merge(
        resources.detectResources({
          detectors: [
            resources.hostDetector,
            resources.resourceAttributesEnvDetector,
            resources.serviceNameEnvDetector,
          ],
        }),
      ),
    idGenerator: {
      generateTraceId: () => next.traceId,
      generateSpanId: () => next.spanId ?? random.generateSpanId(),
    },
    // `isSampled` is asked before.
    sampler: new sdk.AlwaysOnSampler(),
    spanProcessors: [
      new sdk.BatchSpanProcessor({ exporter, scheduledDelayMillis: batchMs, maxQueueSize: maxWaiting }),
    ],
  });
  // Not registered as the global one, to which Next would send spans of every page, with its address.
  const tracer = provider.getTracer("reverie");
  const sampler = createSampler(env, sdk);
  const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT };

  function wrap(span: Span): OpenSpan {
    return {
      id: span.spanContext().spanId,
      set: (attributes) => void span.setAttributes(withoutGaps(attributes)),
      note: (event, atMs) => void span.addEvent(event, toHrTime(atMs)),
      end({ toMs, error }) {
        if (error !== undefined) {
          span.setAttribute("error.type", error);
          span.setStatus({ code: SpanStatusCode.ERROR });
        }
        span.end(toHrTime(toMs));
      },
    };
  }

  return {
    isSampled: (traceId) =>
      sampler.shouldSample(ROOT_CONTEXT, traceId, "", SpanKind.INTERNAL, {}, []).decision ===
      sdk.SamplingDecision.RECORD_AND_SAMPLED,
    start({ traceId, spanId, parentId, name, kind, fromMs, attributes = {} }) {
      next = { traceId, spanId };
      const parent = { traceId, spanId: parentId ?? "", traceFlags: TraceFlags.SAMPLED, isRemote: true };
      return wrap(
        tracer.startSpan(
          name,
          {
            startTime: toHrTime(fromMs),
            attributes: withoutGaps(attributes),
            ...(kind ? { kind: kinds[kind] } : {}),
          },
          parentId === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent),
        ),
      );
    },
    flush: () => provider.forceFlush().catch(noteLoss),
    close: () =>
      Promise.race([provider.shutdown().catch(noteLoss), delay(closeMs, undefined, { ref: false })]),
  };
}

/** A number alone would be a time since the start of this process, if it is before that. */
function toHrTime(ms: number): HrTime {
  return [Math.floor(ms / 1_000), Math.round((ms % 1_000) * 1_000_000)];
}

function withoutGaps(attributes: Attributes): Record<string, string | number | boolean> {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}

/** What `OTEL_TRACES_SAMPLER` names. The first span of a trace decides, so it is the same with and without a parent. */
function createSampler(
  { OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: ratio }: Env,
  sdk: typeof Sdk,
): Sdk.Sampler {
  if (name.endsWith("always_off")) return new sdk.AlwaysOffSampler();
  if (name.endsWith("traceidratio")) return new sdk.TraceIdRatioBasedSampler(ratio);
  return new sdk.AlwaysOnSampler();
}

/** Logs when the collector is away, and when it is back, not each try. */
function tellFaults(exporter: OTLPTraceExporter): OTLPTraceExporter {
  const send = exporter.export.bind(exporter);
  let isAway = false;
  exporter.export = (spans, tell) =>
    send(spans, (result) => {
      const hasFailed = result.error !== undefined;
      if (hasFailed && !isAway) getLogger().warn({ reason: result.error?.message }, "Traces can't be sent");
      if (!hasFailed && isAway) getLogger().info("Traces are sent again");
      isAway = hasFailed;
      tell(result);
    });
  return exporter;
}

function noteLoss(reason: unknown): void {
  getLogger().debug({ reason: String(reason) }, "Traces were lost");
}
