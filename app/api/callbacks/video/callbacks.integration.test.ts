import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { defineGenerator } from "@/generators/_kit/define-generator";
import { openStudioHarness, type StudioHarness } from "@/generators/_kit/testing/studio-harness.server";
import { callbackPath } from "@/lib/callbacks/callback-address.server";
import { setCallbacksEnabled } from "@/lib/callbacks/callback-settings.server";
import { checkCallbackAddress } from "@/lib/callbacks/check-callback-address.server";
import { getCallbackStatus } from "@/lib/callbacks/get-callback-status.server";
import { replayCallback } from "@/lib/callbacks/replay-callback.server";
import { getConnection } from "@/lib/connections/get-connection.server";
import { getDatabase, type Database } from "@/lib/db/database.server";
import type { Runner, RunnerResult } from "@/lib/generations/runner-port.server";
import type { JobQueue } from "@/lib/jobs/job-queue.server";
import { ServiceError } from "@/lib/service/errors/service-error";
import { POST } from "./[token]/route";

const generator = "pushed";
const base = "http://127.0.0.1:3999";

/** What happens to the create calls and to the questions after their tasks. */
let create: () => Promise<RunnerResult>;
let answer: (operation: Record<string, unknown>) => RunnerResult;
let asked: Record<string, unknown>[] = [];
let created = 0;
const addresses = new Map<string, string>();

const definition = defineGenerator({
  id: generator,
  medium: "video",
  inputSchema: z.strictObject({ name: z.string() }),
  defaultInput: { name: "" },
  requiredByPerson: [],
  examples: [],
  summariseInput: () => ({
    model: "task",
    endpoint: "coverPreprocess",
    expectedOutputs: { role: "audio", count: 1 },
    searchText: "",
  }),
  listInputAssets: () => [],
  listInputUrls: () => [],
});

/** Nobody asks again by itself within a test. */
const pending = (taskId: string): RunnerResult => ({
  kind: "pending",
  operation: { taskId },
  pollAfterMs: 600_000,
});

const runner: Runner<typeof definition.inputSchema, string> = {
  async prepare({ name }, context) {
    const address = await context.openCallback();
    if (address !== null) addresses.set(name, address);
    return name;
  },
  start() {
    created += 1;
    return create();
  },
  async poll(operation) {
    asked.push(operation);
    return Promise.resolve(answer(operation));
  },
};

const failed = new ServiceError("service.output-sensitive", {
  kind: "refused",
  sent: "maybe",
  serviceCode: 1026,
});

describe("callbacks", () => {
  let studio: StudioHarness;

  beforeAll(async () => {
    process.env.STUDIO_LOCAL_URL = base;
    studio = await openStudioHarness({ generators: [{ definition, runner: runner as never }] });
    await studio.startWorker();
  });
  afterAll(async () => {
    const opened = globalThis as { reverieJobs?: Promise<JobQueue>; reverieCallbackDatabase?: Database };
    await (await opened.reverieJobs)?.stop();
    await opened.reverieCallbackDatabase?.$disconnect();
    await getDatabase().$disconnect();
    await studio.close();
  });
  beforeEach(() => {
    asked = [];
    created = 0;
    create = () => Promise.resolve(pending("77"));
    answer = () => {
      throw failed;
    };
  });

  const readRow = (id: string) => studio.test.database.generation.findUniqueOrThrow({ where: { id } });
  const countEvents = (generationId: string) =>
    studio.test.database.callbackEvent.count({ where: { address: { generationId } } });

  async function submit(): Promise<{ id: string; address: string }> {
    const name = randomUUID();
    const { id } = await studio.submit({ name }, { generator });
    await expect.poll(() => addresses.get(name)).toBeDefined();
    return { id, address: addresses.get(name)! };
  }

  async function submitPending(): Promise<{ id: string; address: string }> {
    const submitted = await submit();
    await expect.poll(async () => (await readRow(submitted.id)).operation).not.toBeNull();
    return submitted;
  }

  /** Pushes as the service does. */
  function push(address: string, body: unknown): Promise<Response> {
    const token = new URL(address).pathname.slice(callbackPath.length);
    const request = new Request(address, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    return POST(request, { params: Promise.resolve({ token }) });
  }

  const update = (status: string, facts: Record<string, unknown> = {}) => ({
    task_id: "77",
    status,
    base_resp: { status_code: 0, status_msg: "success" },
    ...facts,
  });

  it.each([
    ["text", '{"challenge":"abc \\u00e9"}', '{"challenge":"abc é"}'],
    ["an integer beyond what a JavaScript number holds", '{"challenge":12345678901234567890}', null],
    ["a number as it was written", '{"challenge":1.50}', null],
    ["an object", '{"challenge":{"a":[1,null,true]}}', null],
    ["null", '{"challenge":null}', null],
    ["a challenge beside unknown fields", '{"type":"verify","challenge":"x"}', '{"challenge":"x"}'],
  ])("answers %s with the same value", async (_name, sent, expected) => {
    const { address } = await submitPending();
    const response = await push(address, sent);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(expected ?? sent);
  });

  it("knows no address but those it made", async () => {
    const unknown = `${base}${callbackPath}rvc_${"0".repeat(43)}`;
    for (const address of [unknown, `${base}${callbackPath}1`]) {
      const response = await push(address, { challenge: "x" });
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ code: "not-found" });
    }
  });

  it("refuses what is no callback, and what is too large, and keeps nothing of it", async () => {
    const { id, address } = await submitPending();
    for (const body of ["", "[]", "{", '"text"', '{"task_id":"77"}', "\u0000"]) {
      expect((await push(address, body)).status).toBe(400);
    }
    expect((await push(address, { challenge: "x".repeat(70_000) })).status).toBe(413);
    expect(await countEvents(id)).toBe(0);
  });

  it("slows a flood of one address, and no other's", async () => {
    const [flooded, other] = [await submitPending(), await submitPending()];
    const answers = await Promise.all(
      Array.from({ length: 80 }, () => push(flooded.address, update("processing"))),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(Number(refused[0]!.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await countEvents(flooded.id)).toBe(80 - refused.length);
    expect((await push(other.address, update("processing"))).status).toBe(200);
  });

  it("asks after the task at once when it is said to have ended, and believes only the answer", async () => {
    const { id, address } = await submitPending();
    expect((await push(address, update("processing", { later: { field: 1 } }))).status).toBe(200);
    expect(asked).toEqual([]);
    answer = ({ taskId, ...operation }) => ({
      kind: "pending",
      operation: { taskId, ...operation },
      pollAfterMs: 600_000,
    });
    const response = await push(address, update("Success", { file_id: 900719925474099312 }));
    expect(await response.json()).toEqual({ status: "success" });
    await expect.poll(() => asked.length).toBe(1);
    expect(asked[0]).toMatchObject({ taskId: "77", pushed: { state: "success", status: "Success" } });
    await expect.poll(async () => (await readRow(id)).workerId).toBeNull();
    expect((await readRow(id)).state).toBe("running");

    // The same again says nothing new; another end does.
    await push(address, update("success", { file_id: 900719925474099312 }));
    answer = () => {
      throw failed;
    };
    await push(address, update("failed"));
    await expect.poll(async () => (await readRow(id)).state).toBe("failed");
    expect(asked).toHaveLength(2);
    expect(created).toBe(1);
  });

  it("lets nothing regress after the end, and of another task it believes nothing", async () => {
    const { id, address } = await submitPending();
    await push(address, update("success", { task_id: "78", file_id: "1" }));
    expect((await readRow(id)).operation).toEqual({ taskId: "77" });
    await push(address, update("failed"));
    await expect.poll(async () => (await readRow(id)).state).toBe("failed");
    const { version } = await readRow(id);
    for (const status of ["processing", "success"]) await push(address, update(status, { file_id: "1" }));
    expect(await readRow(id)).toMatchObject({ state: "failed", version });
    expect(await countEvents(id)).toBe(4);
  });

  it("hears an update that overtakes the answer of the create call", async () => {
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    create = () => gate.then(() => pending("77"));
    const { id, address } = await submit();
    await expect.poll(async () => (await readRow(id)).state).toBe("running");
    await push(address, update("success", { file_id: "5" }));
    release();
    await expect.poll(() => asked).toMatchObject([{ taskId: "77", pushed: { fileId: "5" } }]);
    await expect.poll(async () => (await readRow(id)).state).toBe("failed");
  });

  it.each(["before", "after"])(
    "finds a task again whose create call got lost, told of %s the loss is known, and pays once",
    async (moment) => {
      let release = (): void => undefined;
      const gate = new Promise<void>((resolve) => (release = resolve));
      create = async () => {
        await gate;
        throw new ServiceError("network.lost", { kind: "network", sent: "maybe" });
      };
      const { id, address } = await submit();
      await expect.poll(async () => (await readRow(id)).state).toBe("running");
      answer = ({ taskId }) => pending(String(taskId));
      if (moment === "before") {
        await push(address, update("processing"));
        release();
      } else {
        release();
        await expect.poll(async () => (await readRow(id)).state).toBe("unknown");
        await push(address, update("processing"));
      }
      await expect.poll(() => asked).toMatchObject([{ taskId: "77" }]);
      const row = await readRow(id);
      expect(row).toMatchObject({ state: "running", error: null, finishedAt: null });
      expect(row.taskConnection).not.toBeNull();
      const attempts = await studio.test.database.attempt.findMany({ where: { generationId: id } });
      expect(attempts).toMatchObject([{ state: "answered" }]);
      expect(created).toBe(1);
    },
  );

  it("takes in again what came, of the person's own generations alone", async () => {
    const { id, address } = await submitPending();
    answer = ({ taskId, ...operation }) => ({
      ...pending(String(taskId)),
      operation: { taskId, ...operation },
    });
    await push(address, update("success", { file_id: "5" }));
    await expect.poll(() => asked.length).toBe(1);
    await expect.poll(async () => (await readRow(id)).workerId).toBeNull();
    const { events } = await getCallbackStatus(studio.test.database, {
      userId: studio.userId,
      addresses: { publicUrl: undefined, localUrl: base },
      connection: null,
    });
    const event = events.find(({ generationId }) => generationId === id)!;
    expect(event).toMatchObject({
      kind: "update",
      generator,
      state: "success",
      status: "success",
      fileId: "5",
    });
    const replay = (userId: string) => replayCallback(studio.services, { userId, eventId: event.id });
    expect(await replay(studio.userId)).toBe(true);
    await expect.poll(() => asked.length).toBe(2);
    await expect(replay(randomUUID())).rejects.toMatchObject({ code: "not-found" });
  });

  it("tells what the service is told, and why it is told nothing", async () => {
    const { database } = studio.test;
    const connection = await getConnection(studio.userId, database);
    const outside = { ...connection, sandbox: false, baseUrl: "https://api.service.example" };
    const read = async (of: typeof connection | null, publicUrl?: string) => {
      const options = { userId: studio.userId, addresses: { publicUrl, localUrl: base }, connection: of };
      const { reason, address } = await getCallbackStatus(database, options);
      return { reason, address };
    };
    expect(await read(connection)).toEqual({ reason: "told", address: `${base}${callbackPath}…` });
    expect(await read(null)).toMatchObject({ reason: "no-connection" });
    expect(await read(outside)).toEqual({ reason: "no-address", address: null });
    expect(await read(outside, "http://192.168.0.2")).toEqual({ reason: "out-of-reach", address: null });
    await setCallbacksEnabled(database, false);
    expect(await read(connection)).toMatchObject({ reason: "disabled" });
    const name = randomUUID();
    const { id } = await studio.submit({ name }, { generator });
    await expect.poll(async () => (await readRow(id)).operation).not.toBeNull();
    expect(addresses.has(name)).toBe(false);
    await setCallbacksEnabled(database, true);
  });

  it("asks itself through its address, and tells what is in the way", async () => {
    let respond: (request: IncomingMessage, response: ServerResponse) => void;
    const server = createServer((request, response) => respond(request, response));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const check = async () => {
      const options = { base: own, userId: studio.userId };
      return (await checkCallbackAddress(studio.test.database, options)).result;
    };
    respond = (request, response) => {
      void text(request).then(async (body) => {
        const answered = await push(`${own}${request.url!}`, body);
        response.writeHead(answered.status).end(await answered.text());
      });
    };
    expect(await check()).toBe("reached");
    respond = (_request, response) => response.writeHead(302, { location: "/sign-in" }).end();
    expect(await check()).toBe("refused");
    respond = (_request, response) => response.end("<html>");
    expect(await check()).toBe("other-answer");
    await new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    expect(await check()).toBe("unreachable");
  });

  it("loses none of many at once, each on disk before it is answered", async () => {
    const submitted = await Promise.all(Array.from({ length: 8 }, submitPending));
    const pushes = submitted.flatMap(({ address }) =>
      ["Preparing", "Queueing", "processing", "processing"].map((status) => push(address, update(status))),
    );
    const answers = await Promise.all(pushes);
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const counts = await Promise.all(submitted.map(({ id }) => countEvents(id)));
    expect(counts).toEqual(submitted.map(() => 4));
  });
});
