import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { Collector } from "@/lib/traces/testing/collector";
import type { ReceivedSpan } from "@/lib/traces/testing/decode-spans";
import { readLog } from "./testing/log-lines";
import { openQuietStudio, type QuietStudio } from "./testing/quiet-studio";
import { waitFor } from "./testing/studio-process";

const secret = "a harbour that nobody may read about";
const speech = { model: "speech-2.6-hd", voice_setting: { voice_id: "English_expressive_narrator" } };

let studio: QuietStudio | undefined;
let collector: Collector;

beforeAll(async () => {
  collector = await Collector.start();
});
afterAll(() => collector.close());
afterEach(async () => {
  await studio?.close();
  studio = undefined;
});

/** Each span as `name < name of its parent`. */
function listTree(spans: readonly ReceivedSpan[]): string[] {
  const names = new Map(spans.map(({ spanId, name }) => [spanId, name]));
  return spans.map(({ name, parentId }) => (parentId ? `${name} < ${names.get(parentId)}` : name)).toSorted();
}

/** The spans of a generation once the last ones have arrived. */
async function readTrace({ id }: GenerationDto, last: readonly string[]): Promise<ReceivedSpan[]> {
  const traceId = id.replaceAll("-", "");
  return waitFor(() => {
    const spans = collector.spans.filter((span) => span.traceId === traceId);
    return last.every((name) => spans.some((span) => span.name === name)) ? spans : null;
  });
}

const withoutNews = (tree: readonly string[]) => tree.filter((name) => name !== "news < generation");

describe("with a collector", () => {
  it("records an image, a streamed speech and a video from the request to the stored bytes, as one trace each", async () => {
    studio = await openQuietStudio({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.address,
      OTEL_EXPORTER_OTLP_HEADERS: "x-collector-key=of-the-collector",
      OTEL_SERVICE_NAME: "our-studio",
      OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test",
    });
    const events = await fetch(`${studio.address}/api/events`, {
      headers: { authorization: "Bearer studio-test-token-0123456789" },
    });

    const image = await studio.make("image", { model: "image-01", prompt: secret, n: 1 });
    const ofImage = await readTrace(image, ["generation", "submit", "thumbnails", "news", "attempt"]);
    expect(withoutNews(listTree(ofImage))).toEqual(
      [
        "submit",
        "generation < submit",
        "queue < generation",
        "claim < generation",
        "attempt < generation",
        "prepare < attempt",
        "request imageGeneration < attempt",
        "download < attempt",
        "store < download",
        "receive < store",
        "measure < store",
        "upload < store",
        "thumbnails < download",
      ].toSorted(),
    );
    const find = (name: string) => ofImage.find((span) => span.name === name)!;
    expect(find("submit")).toMatchObject({ kind: 2, resource: { "reverie.role": "web" } });
    expect(find("submit").attributes).toMatchObject({
      "reverie.via": "api",
      "reverie.generation_id": image.id,
    });
    expect(find("attempt")).toMatchObject({
      resource: { "reverie.role": "worker", "service.name": "our-studio" },
    });
    expect(find("attempt").resource["deployment.environment.name"]).toBe("test");
    expect(find("generation")).toMatchObject({ attributes: { "reverie.outcome": "succeeded" }, status: 0 });
    expect(find("request imageGeneration")).toMatchObject({
      kind: 3,
      events: ["sent", "answered", "first byte"],
      attributes: { "http.response.status_code": 200, "reverie.service_trace_id": expect.any(String) },
    });
    for (const span of ofImage) expect(span.toMs, span.name).toBeGreaterThanOrEqual(span.fromMs);
    expect(find("attempt").fromMs).toBeGreaterThanOrEqual(find("queue").fromMs);

    const spoken = await studio.make("speech", { ...speech, text: secret, stream: true });
    const ofSpeech = await readTrace(spoken, ["generation", "submit", "attempt", "stream", "thumbnails"]);
    expect(withoutNews(listTree(ofSpeech))).toEqual(
      [
        "submit",
        "generation < submit",
        "queue < generation",
        "claim < generation",
        "attempt < generation",
        "prepare < attempt",
        "request speech < attempt",
        "stream < attempt",
        "store < stream",
        "receive < store",
        "measure < store",
        "upload < store",
        "thumbnails < stream",
      ].toSorted(),
    );
    expect(ofSpeech.find(({ name }) => name === "stream")!.attributes["reverie.bytes"]).toBeGreaterThan(
      1_000,
    );

    // Long enough to be asked about before its callback comes.
    const film = await studio.makeVideo(`${secret} [[task-ms:8000]]`);
    const ofVideo = await readTrace(film, ["generation", "callback", "poll", "thumbnails", "attempt"]);
    expect([...new Set(listTree(ofVideo))]).toEqual(
      expect.arrayContaining([
        "submit",
        "generation < submit",
        "queue < generation",
        "attempt < generation",
        "request videoGeneration < attempt",
        "callback < generation",
        "poll < generation",
        "request videoQuery < poll",
        "store < poll",
        "upload < store",
        "thumbnails < poll",
      ]),
    );
    expect(listTree(ofVideo).filter((name) => name.endsWith("undefined"))).toEqual([]);
    expect(ofVideo.find(({ name }) => name === "callback")!.resource["reverie.role"]).toBe("web");

    const failed = await studio.make("speech", { ...speech, text: `${secret} [[fault:1026]]` });
    const ofFailed = await readTrace(failed, ["generation", "attempt"]);
    expect(ofFailed.find(({ name }) => name === "generation")).toMatchObject({
      status: 2,
      attributes: { "error.type": failed.error!.code, "reverie.service_trace_id": failed.error!.traceId },
    });
    await events.body!.cancel();

    expect(collector.headers).toMatchObject({ "x-collector-key": "of-the-collector" });
    expect([...collector.paths]).toEqual(["POST /v1/traces"]);
    const sent = JSON.stringify(collector.spans);
    for (const word of ["harbour", "sandbox-key", "of-the-collector", "studio-test-token"])
      expect(sent).not.toContain(word);
  });

  it("keeps the trace of a killed worker's attempt in one piece", async () => {
    studio = await openQuietStudio({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.address });
    const { client, dataDir, process: processes } = studio;
    const { id } = await client.call<GenerationDto>("POST", "/api/v1/generations", {
      generator: "image",
      input: { model: "image-01", prompt: "A wave [[latency:60000]]", n: 1 },
    });
    await waitFor(() => readLog(dataDir, "worker").some(({ step }) => step === "sent"));
    process.kill(processes.pidOf("worker"), "SIGKILL");
    const lost = await waitFor(async () => {
      const now = await client.call<GenerationDto>("GET", `/api/v1/generations/${id}`);
      return now.state === "unknown" ? now : null;
    });
    const spans = await readTrace(lost, ["generation", "attempt", "submit"]);
    expect(withoutNews(listTree(spans))).toEqual(
      expect.arrayContaining(["attempt < generation", "generation < submit", "submit"]),
    );
    expect(spans.find(({ name }) => name === "attempt")!.attributes["error.type"]).toBe(
      "generation.interrupted",
    );
    expect(listTree(spans).filter((name) => name.endsWith("undefined"))).toEqual([]);
  });

  it("keeps a share of the traces, the same ones in web and worker", async () => {
    collector.spans.length = 0;
    studio = await openQuietStudio({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.address,
      OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
      OTEL_TRACES_SAMPLER_ARG: "0.5",
    });
    const { client } = studio;
    const made = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        client.call<GenerationDto>("POST", "/api/v1/generations", {
          generator: "image",
          input: { model: "image-01", prompt: `${index}`, n: 1 },
        }),
      ),
    );
    await waitFor(async () => (await client.listGenerations()).every(({ state }) => state === "succeeded"));
    await studio.close();
    const namesOf = ({ id }: GenerationDto) =>
      new Set(
        collector.spans.filter(({ traceId }) => traceId === id.replaceAll("-", "")).map(({ name }) => name),
      );
    const kept = made.map(namesOf).filter((names) => names.size > 0);
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.length).toBeLessThan(24);
    for (const names of kept)
      expect([...names]).toEqual(expect.arrayContaining(["submit", "generation", "attempt", "upload"]));
  });

  it.each(["dead", "frozen"])("that is %s, works and stops as without one", async (fault) => {
    const away = await Collector.start();
    away.isFrozen = true;
    if (fault === "dead") await away.close();
    const address = fault === "dead" ? "http://127.0.0.1:9" : away.address;
    studio = await openQuietStudio({ OTEL_EXPORTER_OTLP_ENDPOINT: address });
    const { make } = studio;
    const made = await Promise.all([
      make("image", { model: "image-01", prompt: "One", n: 1 }),
      make("speech", { ...speech, text: "Two", stream: true }),
      studio.makeVideo("Three"),
    ]);
    expect(made.map(({ state }) => state)).toEqual(["succeeded", "succeeded", "succeeded"]);
    const told = () => [...readLog(studio!.dataDir, "web"), ...readLog(studio!.dataDir, "worker")];
    if (fault === "dead") await waitFor(() => told().some(({ msg }) => msg === "Traces can't be sent"));
    const count = told().filter(({ msg }) => msg === "Traces can't be sent").length;
    expect(count).toBeLessThanOrEqual(2);
    studio.process.signal("SIGTERM");
    expect(await studio.process.exitCode).toBe(0);
    // How fast the machine is says nothing about the collector.
    const expected = ["Traces can't be sent", "Slow request"];
    expect(told().filter(({ level, msg }) => level >= 40 && !expected.includes(msg))).toEqual([]);
    if (fault === "frozen") await away.close();
  });
});

describe("without a collector", () => {
  it.each([
    ["loads no module that would only take memory, and of OpenTelemetry only what Next brings", {}, []],
    [
      "loads OpenTelemetry with one",
      { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" },
      ["web sdk-trace", "worker sdk-trace"],
    ],
  ])("%s", async (_title, settings, expected) => {
    const folder = await mkdtemp(path.join(tmpdir(), "reverie-modules-"));
    const file = path.join(folder, "modules");
    const preload = pathToFileURL(path.resolve(import.meta.dirname, "testing/note-modules.preload.mjs")).href;
    studio = await openQuietStudio({
      ...settings,
      NODE_OPTIONS: `--import=${preload}`,
      REVERIE_TEST_MODULES: file,
    });
    const done = await studio.make("image", { model: "image-01", prompt: "One", n: 1 });
    expect(done.state).toBe("succeeded");
    const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean) : [];
    const packages = lines.map((line) => line.replace(/^(\S+) .*@opentelemetry\/([^/]+)\/.*$/, "$1 $2"));
    const loaded = new Set(packages.filter((name) => name !== "web api"));
    if (expected.length === 0) expect([...loaded]).toEqual([]);
    else expect([...loaded]).toEqual(expect.arrayContaining(expected));
    await rm(folder, { recursive: true });
  });
});
