import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  openCallbackStudio,
  pending,
  push,
  update,
  type CallbackStudio,
} from "@/app/api/callbacks/video/testing/callback-studio";
import { createTestToken } from "@/lib/auth/testing/create-test-token";
import type { CallbackCheck, CallbackReplay, CallbackStatus } from "@/lib/callbacks/callback-status-dto";
import type { Problem } from "@/lib/errors/problem-schema";
import type { RouteHandler } from "@/lib/http/route.server";
import { POST as check } from "./check/route";
import { POST as replay } from "./events/[id]/replay/route";
import { GET as getStatus, PATCH as change } from "./route";

const origin = "http://127.0.0.1:3000";

describe("the REST API of callbacks", () => {
  let callbacks: CallbackStudio;
  let server: Server;
  let tokens: { owner: string; member: string };

  beforeAll(async () => {
    // The studio as it stands at its address.
    server = createServer((request, response) => {
      void text(request).then(async (body) => {
        const answered = await push(`${origin}${request.url}`, body);
        response.writeHead(answered.status).end(await answered.text());
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const localUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    callbacks = await openCallbackStudio({ localUrl });
    const { database } = callbacks.studio.test;
    const member = { email: `${randomUUID()}@example.test`, name: "Member" };
    const { id } = await database.user.create({ data: member });
    tokens = {
      owner: (await createTestToken(callbacks.studio.userId, database)).token,
      member: (await createTestToken(id, database)).token,
    };
  });
  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve).closeAllConnections());
    await callbacks.close();
  });
  beforeEach(() => callbacks.reset());

  async function call<Answer>(
    handler: RouteHandler,
    who: keyof typeof tokens,
    { id, body }: { id?: string; body?: unknown } = {},
  ): Promise<{ status: number; answer: Answer; headers: Headers }> {
    const request = new Request(`${origin}/api/v1/callbacks`, {
      method: handler === getStatus ? "GET" : "POST",
      headers: { authorization: `Bearer ${tokens[who]}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const response = await handler(request, { params: Promise.resolve(id === undefined ? {} : { id }) });
    return {
      status: response.status,
      answer: (await response.json()) as Answer,
      headers: response.headers,
    };
  }

  async function listEvents(who: keyof typeof tokens): Promise<CallbackStatus["events"]> {
    return (await call<CallbackStatus>(getStatus, who)).answer.events;
  }

  it("lists what came for the caller's own generations, and how these are now", async () => {
    const { id, address } = await callbacks.submitPending();
    await push(address, { challenge: "abc" });
    await push(address, update("processing"));
    const { answer } = await call<CallbackStatus>(getStatus, "owner");
    expect(answer).toMatchObject({ enabled: true, reason: "told", hasQuery: true, publicUrl: null });
    expect(answer.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/callbacks\/video\/…$/);
    expect(answer.lastChallengeAt).not.toBeNull();
    expect(answer.lastUpdateAt).not.toBeNull();
    expect(answer.events.slice(0, 2)).toMatchObject([
      { kind: "update", generationId: id, generationState: "running", state: "processing", taskId: "77" },
      { kind: "challenge", generationId: id },
    ]);
    expect(JSON.stringify(answer)).not.toContain("rvc_");
    expect(await listEvents("member")).toEqual([]);
  });

  it("takes in again what came, tells what came of it, and is nothing to anybody else", async () => {
    const { id, address } = await callbacks.submitPending();
    callbacks.service.answer = ({ taskId, ...operation }) => ({
      ...pending(String(taskId)),
      operation: { taskId, ...operation },
    });
    await push(address, update("success", { file_id: "5" }));
    await expect.poll(() => callbacks.service.asked.length).toBe(1);
    await expect.poll(async () => (await callbacks.readRow(id)).workerId).toBeNull();
    const event = (await listEvents("owner"))[0]!;

    expect(await call<Problem>(replay, "member", { id: event.id })).toMatchObject({
      status: 404,
      answer: { code: "not-found" },
    });
    const again = await call<CallbackReplay>(replay, "owner", { id: event.id });
    expect(again).toMatchObject({ status: 200, answer: { asked: true, generation: { id } } });
    await expect.poll(() => callbacks.service.asked.length).toBe(2);
    expect(callbacks.service.created).toBe(1);

    await expect.poll(async () => (await callbacks.readRow(id)).workerId).toBeNull();
    callbacks.reset();
    await push(address, update("failed"));
    await expect.poll(async () => (await callbacks.readRow(id)).state).toBe("failed");
    const late = await call<CallbackReplay>(replay, "owner", { id: event.id });
    expect(late.answer).toMatchObject({ asked: false, generation: { state: "failed" } });
  });

  it("has a challenge not taken in again, nor what never came", async () => {
    const { address } = await callbacks.submitPending();
    await push(address, { challenge: "abc" });
    const challenge = (await listEvents("owner"))[0]!;
    expect(challenge.kind).toBe("challenge");
    for (const id of [challenge.id, randomUUID(), "1"])
      expect((await call(replay, "owner", { id })).status).toBe(404);
  });

  it("is switched by the owner alone", async () => {
    expect(await call<Problem>(change, "member", { body: { enabled: false } })).toMatchObject({
      status: 403,
      answer: { code: "auth.forbidden" },
    });
    expect((await call<CallbackStatus>(getStatus, "member")).answer.enabled).toBe(true);
    const off = await call<CallbackStatus>(change, "owner", { body: { enabled: false } });
    expect(off.answer).toMatchObject({ enabled: false, reason: "disabled" });
    expect((await call<CallbackStatus>(getStatus, "member")).answer.reason).toBe("disabled");
    expect((await call(change, "owner", { body: { enabled: "no" } })).status).toBe(422);
    expect((await call<CallbackStatus>(change, "owner", { body: { enabled: true } })).answer.reason).toBe(
      "told",
    );
  });

  it("checks the address, and not so often that it could flood it", async () => {
    const first = await call<CallbackCheck>(check, "owner");
    expect(first).toMatchObject({ status: 200, answer: { result: "reached" } });
    expect(first.answer.address).toMatch(/\/api\/callbacks\/video\/…$/);
    // What the studio asked itself is seen, and is no question of the service.
    expect((await listEvents("owner"))[0]).toMatchObject({ kind: "challenge", generationId: null });
    const more = await Promise.all(Array.from({ length: 9 }, () => call<Problem>(check, "owner")));
    const refused = more.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(4);
    expect(refused[0]!.answer.code).toBe("rate.throttled");
    expect(Number(refused[0]!.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await call<CallbackCheck>(check, "member")).answer.result).toBe("reached");
  });

  it("checks nothing where the service has no way to the studio", async () => {
    const { database } = callbacks.studio.test;
    const { userId } = callbacks.studio;
    const before = await database.connection.findUniqueOrThrow({ where: { userId } });
    await database.connection.update({
      where: { userId },
      data: { profileId: "custom", baseUrl: "https://api.service.example" },
    });
    expect((await call<CallbackStatus>(getStatus, "owner")).answer).toMatchObject({ reason: "no-address" });
    expect(await call<Problem>(check, "owner")).toMatchObject({
      status: 409,
      answer: { code: "callbacks.no-address" },
    });
    await database.connection.update({
      where: { userId },
      data: { profileId: before.profileId, baseUrl: before.baseUrl },
    });
  });
});
