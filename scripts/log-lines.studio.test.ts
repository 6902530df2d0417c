import pLimit from "p-limit";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { type LogLine, readLog } from "./testing/log-lines";
import { openQuietStudio, type QuietStudio } from "./testing/quiet-studio";
import { waitFor } from "./testing/studio-process";

const secret = "a harbour that nobody may read about";
/** A machine whose disk or processors stop for seconds, of which others have a share, is reported once or twice. */
const stalls = new Set([
  "The lease of this worker could not be renewed",
  "A session was interrupted",
  "The job queue warned",
]);
const speech = { model: "speech-2.6-hd", voice_setting: { voice_id: "English_expressive_narrator" } };

let studio: QuietStudio;

beforeAll(async () => {
  studio = await openQuietStudio();
});
afterAll(() => studio.close());

const readLines = () => [...readLog(studio.dataDir, "web"), ...readLog(studio.dataDir, "worker")];

/**
 * The lines of a generation in the order in which they were written. The last one follows its commit, and so does the first: a
 * worker may be told of it before the web has written that.
 */
async function listSteps(id: string): Promise<LogLine[]> {
  const lines = await waitFor(() => {
    const own = readLines().filter(({ generationId }) => generationId === id);
    return own.some(({ step }) => step === "ended") ? own : null;
  });
  for (const line of lines)
    expect(line, line.msg).toMatchObject({ level: 30, msg: `Generation ${line.step}` });
  const orderOf = ({ step, time }: LogLine) => (step === "queued" ? 0 : Number(time));
  return lines.toSorted((one, other) => orderOf(one) - orderOf(other));
}

const describeSteps = (lines: readonly LogLine[]) =>
  lines.map(({ step, role, result, outcome, code }) =>
    [step, role, result, outcome, code].filter(Boolean).join(" "),
  );

it("writes one line for each step of an image", async () => {
  const done = await studio.make("image", { model: "image-01", prompt: secret, n: 2 });
  const lines = await listSteps(done.id);
  expect(describeSteps(lines).toSorted()).toEqual(
    [
      "queued web",
      "claimed worker",
      "sent worker",
      "answered worker",
      "stored worker image 0 stored",
      "stored worker image 1 stored",
      "ended worker succeeded",
    ].toSorted(),
  );
  expect(lines[0]).toMatchObject({
    step: "queued",
    generator: "image",
    model: "image-01",
    host: expect.any(String),
  });
  expect(lines.at(-1)).toMatchObject({ step: "ended", durationMs: expect.any(Number) });
  const attempts = new Set(lines.flatMap(({ attemptId }) => attemptId ?? []));
  expect([...attempts]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)]);
});

it("writes one line for each step of a streamed speech", async () => {
  const done = await studio.make("speech", { ...speech, text: secret, stream: true });
  expect(done.state).toBe("succeeded");
  expect(describeSteps(await listSteps(done.id))).toEqual([
    "queued web",
    "claimed worker",
    "sent worker",
    "stored worker audio 0 stored",
    "answered worker",
    "ended worker succeeded",
  ]);
});

it("writes one line for each step of a video, however often its task is polled", async () => {
  const done = await studio.makeVideo(secret);
  expect(done.state).toBe("succeeded");
  expect(describeSteps(await listSteps(done.id))).toEqual([
    "queued web",
    "claimed worker",
    "sent worker",
    "accepted worker",
    "reported web",
    "stored worker video 0 stored",
    "answered worker",
    "ended worker succeeded",
  ]);
});

it("says why a generation failed by code, and never what the service wrote", async () => {
  const done = await studio.make("speech", { ...speech, text: `${secret} [[fault:1026]]` });
  expect(describeSteps(await listSteps(done.id))).toEqual([
    "queued web",
    "claimed worker",
    "sent worker",
    `ended worker failed ${done.error!.code}`,
  ]);
  const ended = (await listSteps(done.id)).at(-1);
  expect(ended).toMatchObject({ serviceCode: 1026, traceId: done.error!.traceId });
});

it("writes nothing else for 200 images in S3, whoever looks at them", async () => {
  const count = 200;
  const before = readLines().length;
  // As many at a time as a browser sends: 200 at once outlast the limit of a transaction on a slow machine.
  const made = await pLimit(6).map([...Array(count).keys()], (index) =>
    studio.client.call<GenerationDto>("POST", "/api/v1/generations", {
      generator: "image",
      input: { model: "image-01", prompt: `${secret} ${index}`, n: 1 },
    }),
  );
  const ids = new Set(made.map(({ id }) => id));
  // Lists of them all, asked for again and again, would take longer than the images.
  await waitFor(() => {
    const ended = readLines().filter(
      ({ generationId, step }) => step === "ended" && ids.has(String(generationId)),
    );
    return ended.length === count;
  });
  const done = (await studio.client.listGenerations()).filter(({ id }) => ids.has(id));
  expect(done.map(({ state }) => state)).toEqual(Array(count).fill("succeeded"));
  const addresses = done.flatMap(({ outputs }) =>
    outputs.flatMap(({ url }) => [url, `${url}?width=320`, `${url}?width=640`]),
  );
  await pLimit(6).map(addresses, async (address) =>
    (await studio.client.send("GET", address))?.arrayBuffer(),
  );
  const lines = readLines();
  const steps = lines.filter(({ generationId }) => ids.has(String(generationId)));
  expect(steps).toHaveLength(count * 6);
  const others = lines.filter(({ generationId, msg }) => !generationId && msg !== "Slow request");
  const unexpected = others.filter(({ msg }) => !stalls.has(msg)).map((line) => JSON.stringify(line));
  expect(unexpected, unexpected.slice(0, 8).join("\n")).toEqual([]);
  // One in ten seconds, however slow this machine is.
  const span = Number(lines.at(-1)!.time) - Number(steps[0]!.time);
  const slow = lines.filter(({ msg }) => msg === "Slow request");
  expect(slow.length).toBeLessThanOrEqual(2 + 2 * Math.ceil(Math.max(span, 60_000) / 10_000));
  expect(lines.length - before - slow.length).toBeLessThan(count * 6 + 20);
  expect(JSON.stringify(lines)).not.toContain("harbour");
  expect(JSON.stringify(lines)).not.toContain("sandbox-key");
  expect(studio.process.output).not.toContain("S3");
});
