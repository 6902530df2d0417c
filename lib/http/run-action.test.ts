import { expect, it, vi } from "vitest";
import { StudioError } from "@/lib/errors/studio-error";
import { noteAsked, setRecorder } from "@/lib/traces/trace.server";
import { runAction } from "./run-action.server";

it("begins the trace of what a server action asks for, also where it fails later", async () => {
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:9");
  vi.stubGlobal("reverieEnv", undefined);
  vi.stubGlobal("reverieTraces", undefined);
  vi.stubGlobal("reverieTracesOpening", Promise.resolve());
  const started: unknown[] = [];
  setRecorder({
    isSampled: () => true,
    start({ name, traceId, attributes }) {
      started.push([name, traceId, attributes?.["reverie.via"]]);
      return { id: "", set: () => {}, note: () => {}, end: () => {} };
    },
    flush: () => Promise.resolve(),
    close: () => Promise.resolve(),
  });
  const result = await runAction(async () => {
    noteAsked("01a20d96-5374-7228-83bf-bb7abd1568d9", {});
    await Promise.resolve();
    throw new StudioError("generation.state");
  });
  expect(result).toMatchObject({ ok: false, problem: { code: "generation.state" } });
  expect(started).toEqual([["submit", "01a20d965374722883bfbb7abd1568d9", "action"]]);
});
