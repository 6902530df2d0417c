import { beforeEach, expect, it, vi } from "vitest";
import { StudioError } from "@/lib/errors/studio-error";
import type { Recorder, SpanStart } from "./recorder";
import { findSpanId } from "./trace-ids";
import {
  describeSpan,
  inRequest,
  inSpan,
  noteAsked,
  noteOnSpan,
  recordSpan,
  setRecorder,
} from "./trace.server";

const generationId = "01a20d96-5374-7228-83bf-bb7abd1568d9";
const attemptId = "5c6b3d0e-14f5-4c9e-9b1f-0d5f2a7c1e42";
const traceId = "01a20d965374722883bfbb7abd1568d9";

/** Spans as they ended. */
let ended: (Omit<SpanStart, "fromMs"> & { id: string; error?: string; events: string[] })[];
let keeps: boolean;

beforeEach(() => {
  vi.stubGlobal("reverieTraces", undefined);
  vi.stubGlobal("reverieTracesOpening", Promise.resolve());
  ended = [];
  keeps = true;
});

function record(): void {
  let number = 0;
  const recorder: Recorder = {
    isSampled: () => keeps,
    start({ fromMs: _from, ...span }) {
      const id = span.spanId ?? `span-${(number += 1)}`;
      const events: string[] = [];
      let attributes = span.attributes;
      return {
        id,
        set: (more) => void (attributes = { ...attributes, ...more }),
        note: (event) => void events.push(event),
        end: ({ error }) => void ended.push({ ...span, id, attributes, events, ...(error ? { error } : {}) }),
      };
    },
    flush: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  setRecorder(recorder);
}

it("runs the work as it is without a recorder", async () => {
  const work = inSpan("attempt", { of: { generationId } }, () => {
    noteOnSpan("sent");
    describeSpan({ "reverie.bytes": 1 });
    return Promise.resolve(3);
  });
  expect(await work).toBe(3);
});

it("nests spans by what runs in what, also at the same time", async () => {
  record();
  const attempt = (id: string) =>
    inSpan("attempt", { of: { generationId }, as: { generationId, attemptId: id } }, () =>
      inSpan("store", {}, async () => {
        await Promise.resolve();
        noteOnSpan("stored");
        await inSpan("upload", {}, () => Promise.resolve());
      }),
    );
  const other = attemptId.replace(/2$/, "3");
  await Promise.all([attempt(attemptId), attempt(other)]);
  for (const own of [attemptId, other]) {
    const { id, ...rest } = ended.find(
      ({ spanId }) => spanId === findSpanId({ generationId, attemptId: own }),
    )!;
    expect(rest).toMatchObject({ traceId, parentId: "83bfbb7abd1568d9" });
    const store = ended.find(({ name, parentId }) => name === "store" && parentId === id)!;
    expect(store.events).toEqual(["stored"]);
    expect(ended.filter(({ parentId }) => parentId === store.id)).toMatchObject([
      { name: "upload", traceId },
    ]);
  }
});

it("records nothing outside of a span and of what is not kept", async () => {
  record();
  await inSpan("upload", {}, () => Promise.resolve());
  keeps = false;
  await inSpan("attempt", { of: { generationId } }, () => inSpan("store", {}, () => Promise.resolve()));
  recordSpan("queue", { of: { generationId }, fromMs: 0 });
  expect(ended).toEqual([]);
});

it("names the error of what fails by its code, and throws it on", async () => {
  record();
  const fault = new StudioError("storage.failed", { cause: new Error("at https://key:secret@store") });
  await expect(inSpan("store", { of: { generationId } }, () => Promise.reject(fault))).rejects.toBe(fault);
  expect(ended).toMatchObject([{ name: "store", error: "storage.failed" }]);
  expect(JSON.stringify(ended)).not.toContain("secret");
});

it("begins each trace with the request that asked for it", async () => {
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:9");
  vi.stubGlobal("reverieEnv", undefined);
  record();
  const answer = await inRequest({ via: "api", requestId: "request-1" }, async () => {
    noteAsked(generationId, { "reverie.generator": "image" });
    await Promise.resolve();
    expect(ended).toEqual([]);
    return 202;
  });
  recordSpan("generation", { of: { generationId }, as: { generationId }, fromMs: 0 });
  expect(answer).toBe(202);
  const [submit, generation] = ended;
  expect(submit).toMatchObject({
    traceId,
    id: "01a20d9653747228",
    name: "submit",
    kind: "server",
    attributes: { "reverie.generator": "image", "reverie.via": "api", "reverie.request_id": "request-1" },
  });
  expect(submit!.parentId).toBeUndefined();
  expect(generation).toMatchObject({ traceId, id: "83bfbb7abd1568d9", parentId: submit!.id });
});
