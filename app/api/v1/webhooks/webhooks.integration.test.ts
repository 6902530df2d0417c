import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { allowPrivateHost } from "@/lib/generations/testing/allow-private-host";
import { createRouteFixture, type RouteFixture } from "@/lib/media/testing/route-fixture";
import { openReceiver, type Receiver } from "@/lib/webhooks/testing/open-receiver";
import { readMessage } from "@/lib/webhooks/testing/webhook-message";
import type { DeliveryDto, DeliveryPage, WebhookList, WebhookWithSecret } from "@/lib/webhooks/webhook-dto";
import { maxWebhooks } from "@/lib/webhooks/webhook-limits";
import { DELETE, GET as GET_ONE, PATCH } from "./[id]/route";
import { POST as ROTATE } from "./[id]/secret/route";
import { POST as TEST } from "./[id]/test/route";
import { GET as LOG } from "./[id]/deliveries/route";
import { POST as REDELIVER } from "./[id]/deliveries/[deliveryId]/redelivery/route";
import { GET, POST } from "./route";

let fixture: RouteFixture;
let receiver: Receiver;
beforeAll(async () => {
  fixture = await createRouteFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  receiver = await openReceiver();
  allowPrivateHost(receiver.url);
});
afterEach(async () => {
  await receiver.close();
  await fixture.test.database.webhook.deleteMany();
});

type Person = "ada" | "bob";
type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;
interface Problem {
  code: string;
  errors: { path: string; key: string }[];
}

async function call<Answer>(
  handler: Handler,
  method: string,
  options: { person?: Person; params?: Record<string, string>; query?: string; body?: unknown } = {},
): Promise<{ status: number; answer: Answer & Problem }> {
  const { person = "ada", params = {}, query = "", body } = options;
  const request = new Request(`http://studio.test/api/v1/webhooks${query}`, {
    method,
    headers: { ...fixture[person].headers, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const response = await handler(request, { params: Promise.resolve(params) });
  const text = await response.text();
  return { status: response.status, answer: JSON.parse(text || "null") as Answer & Problem };
}

const given = { name: "Bell", events: ["generation.failed", "generation.succeeded"] };
const create = (changes: object = {}, person: Person = "ada") =>
  call<WebhookWithSecret>(POST, "POST", { person, body: { ...given, url: receiver.url, ...changes } });
const change = (id: string, body: object, person: Person = "ada") =>
  call<WebhookWithSecret>(PATCH, "PATCH", { person, params: { id }, body });
const list = async (person: Person = "ada") =>
  (await call<WebhookList>(GET, "GET", { person })).answer.webhooks;

describe("webhooks", () => {
  it("are created, changed, given another secret and deleted; the secret is shown once and sealed", async () => {
    const { status, answer } = await create();
    expect(status).toBe(201);
    const { secret, ...webhook } = answer;
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    // In the order of the events, not of the request.
    expect(webhook).toMatchObject({
      name: "Bell",
      url: receiver.url,
      events: ["generation.succeeded", "generation.failed"],
      enabled: true,
      stoppedBy: null,
      previousSecretUntil: null,
    });
    expect(await list()).toEqual([webhook]);
    const params = { id: webhook.id };
    expect((await call(GET_ONE, "GET", { params })).answer).toEqual(webhook);
    const stored = JSON.stringify(await fixture.test.database.webhook.findMany());
    expect(stored).not.toContain(secret.slice("whsec_".length));
    const changed = await change(webhook.id, { name: "Gong", enabled: false });
    expect(changed).toMatchObject({
      status: 200,
      answer: { name: "Gong", enabled: false, url: receiver.url },
    });
    expect(changed.answer).not.toHaveProperty("secret");
    const rotated = await call<WebhookWithSecret>(ROTATE, "POST", { params });
    expect(rotated.answer.secret).not.toBe(secret);
    expect(rotated.answer.previousSecretUntil).not.toBeNull();
    expect((await call(DELETE, "DELETE", { params })).status).toBe(204);
    expect(await list()).toEqual([]);
    const events = await fixture.test.database.auditEvent.findMany({ orderBy: { id: "asc" } });
    expect(events.slice(-4).map(({ kind, subject }) => [kind, subject])).toEqual([
      ["webhook-created", "Bell"],
      ["webhook-changed", "Gong"],
      ["webhook-secret-changed", "Gong"],
      ["webhook-deleted", "Gong"],
    ]);
    const told = JSON.stringify(events.map(({ facts }) => facts));
    for (const hidden of [secret, "/hook"]) expect(told).not.toContain(hidden);
  });

  it.each([
    ["no name", { name: " " }, "name field.required"],
    ["no address", { url: "" }, "url field.required"],
    ["something that is no address", { url: "bell" }, "url webhook.url.format"],
    ["another scheme", { url: "ftp://bell.example" }, "url webhook.url.format"],
    ["a password in the address", { url: "https://me:secret@bell.example" }, "url webhook.url.format"],
    ["no encryption", { url: "http://bell.example" }, "url webhook.url.https"],
    ["a private address", { url: "https://192.168.1.20/hook" }, "url connection.base-url.private"],
    ["this machine", { url: "https://localhost/hook" }, "url connection.base-url.private"],
    ["a private address in disguise", { url: "https://0x7f.1/hook" }, "url connection.base-url.private"],
    ["no events", { events: [] }, "events field.required"],
    ["an unknown event", { events: ["generation.started"] }, "events.0 field.choice"],
    ["a secret of one's own", { secret: "whsec_x" }, "secret field.unknown"],
  ])("refuse %s at its field", async (_what, body, problem) => {
    const { status, answer } = await create(body);
    expect([status, answer.code]).toEqual([422, "input.invalid"]);
    expect(answer.errors.map(({ path, key }) => `${path} ${key}`)).toEqual([problem]);
    expect(await list()).toEqual([]);
  });

  it("of an owner may be in the own network", async () => {
    const { database } = fixture.test;
    const { userId } = fixture.ada;
    await database.user.update({ where: { id: userId }, data: { role: "owner" } });
    expect((await create({ url: "http://192.168.1.20:8080/hook" })).status).toBe(201);
    expect((await create({ url: "http://bell.example" })).status).toBe(422);
    await database.user.update({ where: { id: userId }, data: { role: "member" } });
    // A member doesn't get to use what an owner entered.
    const [webhook] = await list();
    expect((await change(webhook!.id, { enabled: true })).status).toBe(422);
    const params = { id: webhook!.id };
    const { answer } = await call<DeliveryDto>(TEST, "POST", { params });
    expect(answer.attempts).toMatchObject([{ status: null, fault: "unreachable" }]);
  });

  it("that were imported need a secret before they are enabled", async () => {
    const { database } = fixture.test;
    const { userId } = fixture.ada;
    const { id } = await database.webhook.create({
      data: { userId, name: "Bell", url: receiver.url, events: ["generation.failed"], enabled: false },
    });
    const params = { id };
    expect(await change(id, { enabled: true })).toMatchObject({
      status: 409,
      answer: { code: "webhook.no-secret" },
    });
    const { answer } = await call<DeliveryDto>(TEST, "POST", { params });
    expect(answer.attempts).toMatchObject([{ status: null, fault: "secret" }]);
    const rotated = await call<WebhookWithSecret>(ROTATE, "POST", { params });
    expect(rotated.answer).toMatchObject({ hasSecret: true, previousSecretUntil: null });
    expect((await change(id, { enabled: true })).answer.enabled).toBe(true);
  });

  it("are limited in number", async () => {
    await Promise.all(Array.from({ length: maxWebhooks + 2 }, () => create()));
    expect(await list()).toHaveLength(maxWebhooks);
    expect(await create()).toMatchObject({ status: 409, answer: { code: "webhook.too-many" } });
    expect((await create({}, "bob")).status).toBe(201);
  });

  it("are tested while their person waits, with the result in the log, also disabled ones", async () => {
    const { answer } = await create({ enabled: false });
    const params = { id: answer.id };
    const good = await call<DeliveryDto>(TEST, "POST", { params });
    expect(good).toMatchObject({
      status: 200,
      answer: { type: "webhook.test", state: "delivered", attempts: [{ status: 204, fault: null }] },
    });
    expect(readMessage(answer.secret, receiver.messages[0]!)).toMatchObject({
      id: good.answer.id,
      type: "webhook.test",
      data: { id: answer.id, name: "Bell" },
    });
    receiver.answer = (response) => void response.writeHead(410).end();
    const bad = await call<DeliveryDto>(TEST, "POST", { params });
    expect(bad.answer).toMatchObject({ state: "failed", attempts: [{ status: 410, fault: "gone" }] });
    expect((await list())[0]).toMatchObject({ stoppedBy: null, failingSince: null });
    const page = await call<DeliveryPage>(LOG, "GET", { params, query: "?limit=1" });
    expect(page.answer.deliveries).toEqual([bad.answer]);
    const next = await call<DeliveryPage>(LOG, "GET", { params, query: `?cursor=${page.answer.nextCursor}` });
    expect(next.answer).toEqual({ deliveries: [good.answer], nextCursor: null });
    const again = await call(REDELIVER, "POST", { params: { ...params, deliveryId: bad.answer.id } });
    expect(again).toMatchObject({ status: 409, answer: { code: "webhook.test" } });
  });

  it("of others look like none", async () => {
    const { answer } = await create();
    const { database } = fixture.test;
    const { id: deliveryId } = await database.webhookDelivery.create({
      data: { webhookId: answer.id, event: "generation.failed", generationId: randomUUID(), at: new Date() },
    });
    const own = { id: answer.id, deliveryId };
    for (const params of [own, { id: randomUUID(), deliveryId }, { id: "1", deliveryId: "1" }]) {
      for (const [handler, method, body] of [
        [GET_ONE, "GET", undefined],
        [PATCH, "PATCH", { enabled: false }],
        [DELETE, "DELETE", undefined],
        [ROTATE, "POST", undefined],
        [TEST, "POST", undefined],
        [LOG, "GET", undefined],
        [REDELIVER, "POST", undefined],
      ] as const) {
        expect(await call(handler, method, { person: "bob", params, body })).toMatchObject({
          status: 404,
          answer: { code: "not-found" },
        });
      }
    }
    expect(receiver.messages).toEqual([]);
    expect(await list()).toMatchObject([{ id: answer.id, enabled: true }]);
    expect(await list("bob")).toEqual([]);
    // A delivery of another webhook of the same person, too.
    const second = await create();
    const crossed = { id: second.answer.id, deliveryId };
    expect((await call(REDELIVER, "POST", { params: crossed })).status).toBe(404);
  });
});
