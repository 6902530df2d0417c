import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { callbackPath, openCallbackAddress } from "@/lib/callbacks/callback-address.server";
import { ServiceError } from "@/lib/service/errors/service-error";
import {
  base,
  failed,
  openCallbackStudio,
  pending,
  push,
  update,
  type CallbackStudio,
} from "./testing/callback-studio";

describe("callbacks", () => {
  let callbacks: CallbackStudio;

  beforeAll(async () => {
    callbacks = await openCallbackStudio();
  });
  afterAll(() => callbacks.close());
  beforeEach(() => callbacks.reset());

  it.each([
    ["text", '{"challenge":"abc \\u00e9"}', '{"challenge":"abc é"}'],
    ["an integer beyond what a JavaScript number holds", '{"challenge":12345678901234567890}', null],
    ["a number as it was written", '{"challenge":1.50}', null],
    ["an object", '{"challenge":{"a":[1,null,true]}}', null],
    ["null", '{"challenge":null}', null],
    ["a challenge beside unknown fields", '{"type":"verify","challenge":"x"}', '{"challenge":"x"}'],
  ])("answers %s with the same value", async (_name, sent, expected) => {
    const { address } = await callbacks.submitPending();
    const response = await push(address, sent);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(expected ?? sent);
  });

  it("answers a challenge while an update has to wait", async () => {
    const [held, other] = [await callbacks.submitPending(), await callbacks.submitPending()];
    const { database } = callbacks.studio.test;
    let pushed: Promise<Response> | undefined;
    await database.$transaction(async (transaction) => {
      await transaction.$queryRaw`SELECT "id" FROM "Generation" WHERE "id" = ${held.id}::uuid FOR UPDATE`;
      pushed = push(held.address, update("success", { file_id: "5" }));
      // The update stands at the row that is held here.
      await expect
        .poll(
          () => database.$queryRaw<unknown[]>`
            SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        )
        .toHaveLength(1);
      expect(await (await push(other.address, { challenge: "now" })).json()).toEqual({ challenge: "now" });
    });
    expect((await pushed)?.status).toBe(200);
  });

  it("rejects unknown addresses", async () => {
    const unknown = `${base}${callbackPath}rvc_${"0".repeat(43)}`;
    for (const address of [unknown, `${base}${callbackPath}1`]) {
      const response = await push(address, { challenge: "x" });
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ code: "not-found" });
    }
  });

  it("accepts a new address for one challenge until it expires, and stores only hashes", async () => {
    const { test, userId } = callbacks.studio;
    const open = (expiresAt: Date) => openCallbackAddress(test.database, { base, userId, expiresAt });
    const [past, future] = [await open(new Date(Date.now() - 1)), await open(new Date(Date.now() + 60_000))];
    expect((await push(past, { challenge: "x" })).status).toBe(404);
    expect((await push(future, { challenge: "x" })).status).toBe(200);
    const rows = await test.database.callbackAddress.findMany();
    const tokens = [past, future].map((address) => address.slice(`${base}${callbackPath}`.length));
    for (const token of tokens) {
      expect(token).toMatch(/^rvc_.{43}$/);
      expect(JSON.stringify(rows)).not.toContain(token);
    }
  });

  it("rejects bodies that are no callback or too large, and stores nothing", async () => {
    const { id, address } = await callbacks.submitPending();
    const tooDeep = `{"challenge":${"[".repeat(30_000)}${"]".repeat(30_000)}}`;
    for (const body of ["", "[]", "{", '"text"', '{"task_id":"77"}', "\u0000", tooDeep]) {
      expect((await push(address, body)).status).toBe(400);
    }
    expect((await push(address, { challenge: "x".repeat(70_000) })).status).toBe(413);
    expect(await callbacks.countEvents(id)).toBe(0);
  });

  it.each([
    ["NUL", '"pro\\u0000cessing"'],
    ["half of a pair", '"\\ud800"'],
    ["a pair where its text is cut", JSON.stringify(`${"x".repeat(63)}😀`)],
  ])("shortens what PostgreSQL cannot store: %s", async (_name, status) => {
    const { id, address } = await callbacks.submitPending();
    expect((await push(address, `{"task_id":"77","status":${status}}`)).status).toBe(200);
    expect(await callbacks.countEvents(id)).toBe(1);
  });

  it("keeps the order of simultaneous callbacks", async () => {
    const { id, address } = await callbacks.submitPending();
    const sent = Array.from({ length: 20 }, (_, index) => `State ${index}`);
    await Promise.all(sent.map((status) => push(address, update(status))));
    const events = await callbacks.studio.test.database.callbackEvent.findMany({
      where: { address: { generationId: id } },
      orderBy: { id: "asc" },
    });
    expect(events.map(({ facts }) => (facts as { status: string }).status)).toEqual(sent);
  });

  it("limits the rate of one address without affecting others", async () => {
    const [flooded, other] = [await callbacks.submitPending(), await callbacks.submitPending()];
    const answers = await Promise.all(
      Array.from({ length: 80 }, () => push(flooded.address, update("processing"))),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(Number(refused[0]!.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await callbacks.countEvents(flooded.id)).toBe(80 - refused.length);
    expect((await push(other.address, update("processing"))).status).toBe(200);
  });

  it("polls the task when a callback reports its end, and trusts only the poll", async () => {
    const { id, address } = await callbacks.submitPending();
    expect((await push(address, update("processing", { later: { field: 1 } }))).status).toBe(200);
    expect(callbacks.service.asked).toEqual([]);
    callbacks.service.answer = ({ taskId, ...operation }) => ({
      kind: "pending",
      operation: { taskId, ...operation },
      pollAfterMs: 600_000,
    });
    const response = await push(address, update("Success", { file_id: 900719925474099300 }));
    expect(await response.json()).toEqual({ status: "success" });
    await expect.poll(() => callbacks.service.asked.length).toBe(1);
    expect(callbacks.service.asked[0]).toMatchObject({
      taskId: "77",
      pushed: { state: "success", status: "Success" },
    });
    await expect.poll(async () => (await callbacks.readRow(id)).workerId).toBeNull();
    expect((await callbacks.readRow(id)).state).toBe("running");

    // The same again says nothing new; another end does.
    await push(address, update("success", { file_id: 900719925474099300 }));
    callbacks.service.answer = () => {
      throw failed;
    };
    await push(address, update("failed"));
    await expect.poll(async () => (await callbacks.readRow(id)).state).toBe("failed");
    expect(callbacks.service.asked).toHaveLength(2);
    expect(callbacks.service.created).toBe(1);
  });

  it("ignores updates after the end, and updates of another task", async () => {
    const { id, address } = await callbacks.submitPending();
    await push(address, update("success", { task_id: "78", file_id: "1" }));
    expect((await callbacks.readRow(id)).operation).toEqual({ taskId: "77" });
    await push(address, update("failed"));
    await expect.poll(async () => (await callbacks.readRow(id)).state).toBe("failed");
    const { version } = await callbacks.readRow(id);
    for (const status of ["processing", "success"]) await push(address, update(status, { file_id: "1" }));
    expect(await callbacks.readRow(id)).toMatchObject({ state: "failed", version });
    expect(await callbacks.countEvents(id)).toBe(4);
  });

  it("accepts an update that arrives before the response of the create call", async () => {
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    callbacks.service.create = () => gate.then(() => pending("77"));
    const { id, address } = await callbacks.submit();
    await expect.poll(async () => (await callbacks.readRow(id)).state).toBe("running");
    await push(address, update("success", { file_id: "5" }));
    release();
    await expect
      .poll(() => callbacks.service.asked)
      .toMatchObject([{ taskId: "77", pushed: { fileId: "5" } }]);
    await expect.poll(async () => (await callbacks.readRow(id)).state).toBe("failed");
  });

  it.each(["before", "after"])(
    "recovers a task whose create call was lost, with a callback %s the loss is known, and pays once",
    async (moment) => {
      let release = (): void => undefined;
      const gate = new Promise<void>((resolve) => (release = resolve));
      callbacks.service.create = async () => {
        await gate;
        throw new ServiceError("network.lost", { kind: "network", sent: "maybe" });
      };
      const { id, address } = await callbacks.submit();
      await expect.poll(async () => (await callbacks.readRow(id)).state).toBe("running");
      callbacks.service.answer = ({ taskId }) => pending(String(taskId));
      if (moment === "before") {
        await push(address, update("processing"));
        release();
      } else {
        release();
        await expect.poll(async () => (await callbacks.readRow(id)).state).toBe("unknown");
        await push(address, update("processing"));
      }
      await expect.poll(() => callbacks.service.asked).toMatchObject([{ taskId: "77" }]);
      const row = await callbacks.readRow(id);
      expect(row).toMatchObject({ state: "running", error: null, finishedAt: null });
      expect(row.taskConnection).not.toBeNull();
      const attempts = await callbacks.studio.test.database.attempt.findMany({ where: { generationId: id } });
      expect(attempts).toMatchObject([{ state: "answered" }]);
      expect(callbacks.service.created).toBe(1);
    },
  );

  it("stores each of many simultaneous callbacks before it answers", async () => {
    const submitted = await Promise.all(Array.from({ length: 8 }, callbacks.submitPending));
    const pushes = submitted.flatMap(({ address }) =>
      ["Preparing", "Queueing", "processing", "processing"].map((status) => push(address, update(status))),
    );
    const answers = await Promise.all(pushes);
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const counts = await Promise.all(submitted.map(({ id }) => callbacks.countEvents(id)));
    expect(counts).toEqual(submitted.map(() => 4));
  });
});
