import type { ServerResponse } from "node:http";
import { Webhook, WebhookVerificationError } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createGuardedConnector } from "@/lib/network/guarded-connector.server";
import type { ResolveHost } from "@/lib/network/public-addresses.server";
import { createServiceDispatcher } from "@/lib/service/http.server";
import { postWebhook } from "./post-webhook.server";
import { openReceiver, type Receiver } from "./testing/open-receiver";
import { createWebhookSecret } from "./webhook-secret.server";
import { writeBody, writeHeaders } from "./write-message.server";

let receiver: Receiver;
beforeEach(async () => {
  vi.stubGlobal("reverieEnv", undefined);
  receiver = await openReceiver();
});
afterEach(() => receiver.close());

const body = writeBody("generation.succeeded", new Date(0), { title: "Quay 码头" });
const post = (url = receiver.url, options: Parameters<typeof postWebhook>[1] = {}, trusted = true) =>
  postWebhook({ url, trusted, headers: {}, body }, { timeoutMs: 5_000, ...options });

describe("the signature", () => {
  const [secret, previous, foreign] = [createWebhookSecret(), createWebhookSecret(), createWebhookSecret()];
  const send = async (secrets: string[]) => {
    const headers = writeHeaders(secrets, { id: "an id", body, now: Date.now() });
    await postWebhook({ url: receiver.url, trusted: true, headers, body });
    return receiver.messages.at(-1)!;
  };
  const verify = (key: string, message: { body: string; headers: object }) =>
    new Webhook(key).verify(message.body, message.headers as Record<string, string>);

  it("is accepted by the library of Standard Webhooks, with the secret before it, too", async () => {
    const message = await send([secret, previous]);
    expect(message.headers).toMatchObject({ "webhook-id": "an id", "content-type": "application/json" });
    const content = { type: "generation.succeeded", data: { title: "Quay 码头" } };
    expect(verify(secret, message)).toMatchObject(content);
    expect(verify(previous, message)).toMatchObject(content);
  });

  it("is refused with another secret, another body and an old timestamp", async () => {
    const message = await send([secret]);
    expect(() => verify(foreign, message)).toThrow(WebhookVerificationError);
    expect(() => verify(secret, { ...message, body: body.replace("Quay", "Ship") })).toThrow(
      WebhookVerificationError,
    );
    const old = writeHeaders([secret], { id: "an id", body, now: Date.now() - 3_600_000 });
    expect(() => verify(secret, { body, headers: old })).toThrow(WebhookVerificationError);
  });
});

describe("an answer", () => {
  it.each([
    [200, null],
    [202, null],
    [299, null],
    [410, "gone"],
    [400, "status"],
    [500, "status"],
  ])("of %i is judged as %s", async (status, fault) => {
    receiver.answer = (response) => void response.writeHead(status).end("words of the receiver");
    expect(await post()).toMatchObject({ status, fault });
  });

  it.each([301, 302, 307, 308])("that redirects with %i is not followed", async (status) => {
    receiver.answer = (response) => void response.writeHead(status, { location: "/inner" }).end();
    expect(await post()).toMatchObject({ status, fault: "redirect" });
    expect(receiver.messages.map(({ path }) => path)).toEqual(["/hook"]);
  });

  it("that never comes, or comes byte by byte, is given up", async () => {
    receiver.answer = () => {};
    expect(await post(undefined, { timeoutMs: 100 })).toMatchObject({ status: null, fault: "timeout" });
    let drip: NodeJS.Timeout | undefined;
    receiver.answer = (response) => {
      response.writeHead(200);
      drip = setInterval(() => response.write("."), 10);
    };
    expect(await post(undefined, { timeoutMs: 300 })).toMatchObject({ status: 200, fault: "timeout" });
    clearInterval(drip);
  });

  it("without an end counts once enough of it is read", async () => {
    const writeOn = (response: ServerResponse) => {
      while (!response.destroyed && response.write("x".repeat(16_384)));
      if (!response.destroyed) response.once("drain", () => writeOn(response));
    };
    receiver.answer = (response) => {
      response.writeHead(200);
      writeOn(response);
    };
    expect(await post()).toMatchObject({ status: 200, fault: null });
  });

  it("that breaks off is a fault, before its status and after", async () => {
    receiver.answer = (response) => void response.destroy();
    expect(await post()).toMatchObject({ status: null, fault: "interrupted" });
    receiver.answer = (response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write("half", () => response.destroy());
    };
    expect(await post()).toMatchObject({ status: 200, fault: "interrupted" });
  });

  it("is no longer waited for once the worker stops", async () => {
    const stop = new AbortController();
    receiver.answer = () => stop.abort(new Error("stopping"));
    const sending = postWebhook({ url: receiver.url, trusted: true, headers: {}, body, signal: stop.signal });
    await expect(sending).rejects.toThrow("stopping");
  });
});

describe("an address", () => {
  it("that is private gets nothing from a member, however it is written", async () => {
    const { port } = new URL(receiver.url);
    for (const host of ["127.0.0.1", "localhost", "2130706433", "[::ffff:127.0.0.1]"]) {
      const outcome = await post(`http://${host}:${port}/hook`, {}, false);
      expect(outcome).toMatchObject({ status: null, fault: "unreachable" });
    }
    expect(receiver.messages).toEqual([]);
    vi.stubEnv("STUDIO_PRIVATE_HOSTS", `127.0.0.1:${port}`);
    vi.stubGlobal("reverieEnv", undefined);
    expect(await post(receiver.url, {}, false)).toMatchObject({ status: 204, fault: null });
    vi.unstubAllEnvs();
  });

  it("that becomes private after it was looked at gets nothing, and looks like an unknown one", async () => {
    const asked: string[] = [];
    const resolve: ResolveHost = (name) => {
      asked.push(name);
      if (name === "unknown.example") {
        return Promise.reject(Object.assign(new Error(name), { code: "ENOTFOUND", syscall: "getaddrinfo" }));
      }
      // The first answer is that of a check; each socket asks again.
      return Promise.resolve([{ address: asked.length === 1 ? "203.0.113.9" : "127.0.0.1", family: 4 }]);
    };
    await resolve("rebinding.example", {});
    const dispatcher = createServiceDispatcher((timeoutMs) => createGuardedConnector({ resolve, timeoutMs }));
    const { port } = new URL(receiver.url);
    const outcomes = [
      await post(`http://rebinding.example:${port}/hook`, { dispatcher }, false),
      await post(`http://unknown.example:${port}/hook`, { dispatcher }, false),
    ];
    for (const outcome of outcomes) expect(outcome).toMatchObject({ status: null, fault: "unreachable" });
    expect(receiver.messages).toEqual([]);
    expect(asked.length).toBeGreaterThan(1);
    await dispatcher.destroy();
  });

  it("that speaks no TLS is told apart", async () => {
    expect(await post(receiver.url.replace("http:", "https:"))).toMatchObject({ status: null, fault: "tls" });
  });
});
