import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { callbackPath } from "@/lib/callbacks/callback-address.server";
import { setCallbacksEnabled } from "@/lib/callbacks/callback-settings.server";
import { checkCallbackAddress } from "@/lib/callbacks/check-callback-address.server";
import { findCallbackTarget, type CallbackTarget } from "@/lib/callbacks/find-callback-target.server";
import { getCallbackStatus } from "@/lib/callbacks/get-callback-status.server";
import { replayCallback } from "@/lib/callbacks/replay-callback.server";
import {
  base,
  generator,
  openCallbackStudio,
  pending,
  push,
  update,
  type CallbackStudio,
} from "./testing/callback-studio";

describe("the state of callbacks", () => {
  let callbacks: CallbackStudio;

  beforeAll(async () => {
    callbacks = await openCallbackStudio();
  });
  afterAll(() => callbacks.close());
  beforeEach(() => callbacks.reset());

  it("replays a stored callback, only of the person's own generations", async () => {
    const { id, address } = await callbacks.submitPending();
    callbacks.service.answer = ({ taskId, ...operation }) => ({
      ...pending(String(taskId)),
      operation: { taskId, ...operation },
    });
    await push(address, update("success", { file_id: "5" }));
    await expect.poll(() => callbacks.service.asked.length).toBe(1);
    await expect.poll(async () => (await callbacks.readRow(id)).workerId).toBeNull();
    const { events } = await getCallbackStatus(callbacks.studio.test.database, {
      userId: callbacks.studio.userId,
      addresses: { publicUrl: undefined, localUrl: base },
      target: null,
    });
    const event = events.find(({ generationId }) => generationId === id)!;
    expect(event).toMatchObject({
      kind: "update",
      generator,
      state: "success",
      status: "success",
      fileId: "5",
    });
    const replay = (userId: string) =>
      replayCallback(callbacks.studio.services, { userId, eventId: event.id });
    expect(await replay(callbacks.studio.userId)).toEqual({ generationId: id, asked: true });
    await expect.poll(() => callbacks.service.asked.length).toBe(2);
    await expect(replay(randomUUID())).rejects.toMatchObject({ code: "not-found" });
  });

  it("reports the address given to the service, and why there is none", async () => {
    const { database } = callbacks.studio.test;
    const sandbox = (await findCallbackTarget(callbacks.studio.userId, database))!;
    expect(sandbox).toMatchObject({ sandbox: true, hasVideoQuery: true });
    const outside = { ...sandbox, sandbox: false, baseUrl: "https://api.service.example" };
    const read = async (target: CallbackTarget | null, publicUrl?: string) => {
      const addresses = { publicUrl, localUrl: base };
      const options = { userId: callbacks.studio.userId, addresses, target };
      const { reason, address } = await getCallbackStatus(database, options);
      return { reason, address };
    };
    expect(await read(sandbox)).toEqual({ reason: "told", address: `${base}${callbackPath}…` });
    expect(await read(null)).toMatchObject({ reason: "no-connection" });
    expect(await read(outside)).toEqual({ reason: "no-address", address: null });
    expect(await read(outside, "http://192.168.0.2")).toEqual({ reason: "out-of-reach", address: null });
    await setCallbacksEnabled(database, { userId: callbacks.studio.userId }, false);
    expect(await read(sandbox)).toMatchObject({ reason: "disabled" });
    const name = randomUUID();
    const { id } = await callbacks.studio.submit({ name }, { generator });
    await expect.poll(async () => (await callbacks.readRow(id)).operation).not.toBeNull();
    expect(callbacks.addresses.has(name)).toBe(false);
    await setCallbacksEnabled(database, { userId: callbacks.studio.userId }, true);
  });

  it("calls itself through its address and reports what blocks it", async () => {
    let respond: (request: IncomingMessage, response: ServerResponse) => void;
    const server = createServer((request, response) => respond(request, response));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const check = async (patience = { answerWithinMs: 5_000, giveUpAfterMs: 10_000 }) => {
      const options = { base: own, userId: callbacks.studio.userId, patience };
      return (await checkCallbackAddress(callbacks.studio.test.database, options)).result;
    };
    respond = (request, response) => {
      void text(request).then(async (body) => {
        const answered = await push(`${own}${request.url!}`, body);
        response.writeHead(answered.status).end(await answered.text());
      });
    };
    expect(await check()).toBe("reached");
    // Whatever it took, it was more than nothing.
    expect(await check({ answerWithinMs: -1, giveUpAfterMs: 10_000 })).toBe("slow");
    respond = () => undefined;
    expect(await check({ answerWithinMs: 5, giveUpAfterMs: 50 })).toBe("timeout");
    respond = (_request, response) => response.writeHead(200).end(`{"challenge":"${"x".repeat(1e6)}"}`);
    expect(await check()).toBe("other-answer");
    respond = (_request, response) => response.writeHead(302, { location: "/sign-in" }).end();
    expect(await check()).toBe("refused");
    respond = (_request, response) => response.end("<html>");
    expect(await check()).toBe("other-answer");
    await new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    expect(await check()).toBe("unreachable");
  });
});
