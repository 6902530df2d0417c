import sharp from "sharp";
import { Pool } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { startSandbox, type RunningSandbox } from "@/sandbox/server";
import { describeIssues } from "./issue.ts";
import { problemCatalogue } from "./problem-catalogue.ts";
import {
  listPairs,
  listSingleChanges,
  type JsonRequest,
  type RequestSubject,
} from "./testing/request-cases.ts";
import { makeSubjects } from "./testing/request-subjects.ts";

/** Concurrent requests. */
const lanes = 8;
/** Endpoint names, for tests that are listed before a sandbox runs. */
const names = ["music", "coverPreprocess", "video", "image", "narration", "speech"];

/**
 * The contract and the sandbox are independent implementations of service.md. Both get the same generated
 * requests. The key has no balance, so a valid request is answered with 1008 and generates nothing.
 */
describe("contract and sandbox say the same of a request", { timeout: 120_000 }, () => {
  let sandbox: RunningSandbox;
  /** Cheaper than fetch for thousands of small requests. */
  let connections: Pool;
  let subjects: Record<string, RequestSubject>;

  beforeAll(async () => {
    sandbox = await startSandbox({ settings: { latencyMs: 0, rateLimits: "off" } });
    connections = new Pool(sandbox.baseUrl, { connections: lanes });
    const analysed = await post("/v1/music_cover_preprocess", "sandbox-key-good", {
      model: "music-cover",
      audio_url: "https://h/a.mp3",
    });
    const picture = await sharp({ create: { width: 320, height: 320, channels: 3, background: "#c33" } })
      .png()
      .toBuffer();
    subjects = makeSubjects({
      coverFeatureId: String(analysed.cover_feature_id),
      picture: picture.toString("base64"),
    });
  });
  afterAll(async () => {
    await connections.close();
    await sandbox.close();
  });

  async function post(path: string, key: string, body: object): Promise<JsonRequest> {
    const response = await connections.request({
      method: "POST",
      path,
      headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
    });
    return (await response.body.json()) as JsonRequest;
  }

  /** Null for a valid request; unknown voices and unreadable text are no matter of its form. */
  async function askSandbox(path: string, request: JsonRequest): Promise<string | null> {
    const answer = await post(path, "sandbox-key-no-balance", request);
    const { status_code: code, status_msg: message } = answer.base_resp as JsonRequest;
    if (code === 1008 || code === 2042 || code === 1042) return null;
    if (code === 2013) return String(message);
    throw new Error(`${JSON.stringify(request)} was answered with ${String(code)} ${String(message)}`);
  }

  /** All requests on which they differ, with both verdicts. */
  async function compare(
    { path, schema }: { path: string; schema: z.ZodType },
    requests: Iterable<JsonRequest>,
  ) {
    const texts = new Set([...requests].map((request) => JSON.stringify(request)));
    const queue = texts.values();
    const differences: string[] = [];
    const keys = new Set<string>();
    let accepted = 0;
    const walk = async () => {
      for (const text of queue) {
        const request = JSON.parse(text) as JsonRequest;
        const { error } = schema.safeParse(request);
        const problems = error ? describeIssues(error) : [];
        for (const { key } of problems) keys.add(key);
        const refusal = await askSandbox(path, request);
        if (problems.length === 0) accepted += 1;
        if ((problems.length === 0) === (refusal === null)) continue;
        const told = problems.map((problem) => `${problem.path} ${problem.key}`).join(", ");
        differences.push(
          `contract: ${told || "fine"} | sandbox: ${refusal ?? "fine"} | ${text.slice(0, 400)}`,
        );
      }
    };
    await Promise.all(Array.from({ length: lanes }, walk));
    return { differences, keys, accepted, refused: texts.size - accepted };
  }

  const broken = new Set<string>();

  it.each(names)("%s: every field alone, with every type and at its limits", async (name) => {
    const subject = subjects[name]!;
    for (const base of subject.bases) expect(subject.schema.safeParse(base).error).toBeUndefined();
    const { differences, keys, accepted, refused } = await compare(subject, listSingleChanges(subject));
    for (const key of keys) broken.add(key);
    expect(differences).toEqual([]);
    expect(accepted).toBeGreaterThanOrEqual(subject.bases.length);
    expect(refused).toBeGreaterThan(20);
  });

  it.each(names)("%s: fields beside each other", async (name) => {
    const subject = subjects[name]!;
    const { differences, keys, accepted, refused } = await compare(subject, listPairs(subject));
    for (const key of keys) broken.add(key);
    expect(differences).toEqual([]);
    expect(Math.min(accepted, refused)).toBeGreaterThan(1);
  });

  it("on files that are too large", async () => {
    const large = (type: string, bytes: number) =>
      `data:${type};base64,${Buffer.alloc(bytes).toString("base64")}`;
    const image = { model: "image-01", prompt: "x" };
    const image_file = large("image/png", 10_000_000);
    const cases = [
      [subjects.image!, { ...image, subject_reference: [{ type: "character", image_file }] }],
      [subjects.video!, { model: "I2V-01", first_frame_image: large("image/png", 20_000_000) }],
      [
        subjects.coverPreprocess!,
        { model: "music-cover", audio_base64: Buffer.alloc(50_000_001).toString("base64") },
      ],
    ] as const;
    for (const [subject, request] of cases) {
      const { differences, keys, refused } = await compare(subject, [request]);
      for (const key of keys) broken.add(key);
      expect({ differences, refused }).toEqual({ differences: [], refused: 1 });
    }
  });

  it("breaks every rule of these endpoints", () => {
    const elsewhere =
      /^(file\.|lyrics\.|field\.(too-|multiple|format|invalid|not-offered|name-taken|duplicate|range-order))/;
    // A seed as digits and a list of a thousand pronunciations exist only in the studio's contract.
    const notOnTheWire = ["image.seed.range", "narration.text-file.digits", "speech.pronunciation.too-many"];
    const rules = Object.keys(problemCatalogue).filter(
      (key) => !elsewhere.test(key) && !notOnTheWire.includes(key),
    );
    expect(rules.filter((key) => !broken.has(key))).toEqual([]);
  });

  it("detects a rule that only one side has", async () => {
    const { path, schema, bases } = subjects.speech!;
    const stricter = (schema as z.ZodObject).refine(({ stream }) => stream !== true);
    const { differences } = await compare({ path, schema: stricter }, bases);
    expect(differences).toHaveLength(1);
  });
});
