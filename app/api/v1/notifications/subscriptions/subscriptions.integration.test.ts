import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { openPushFixture } from "@/app/testing/push-fixture";
import { getPushKeys } from "@/lib/notices/push-keys.server";
import { createBrowser as createBrowserAt, openPushService } from "@/lib/notices/testing/push-service";

let push: Awaited<ReturnType<typeof openPushFixture>>;

beforeAll(async () => {
  push = await openPushFixture();
});
afterAll(() => push.close());
beforeEach(() => push.reset());

describe("subscriptions", () => {
  it("are renewed, listed and removed by their person only", async () => {
    const { body } = push.createBrowser();
    const first = (await push.subscribe(body)).answer;
    expect((await push.subscribe(body)).answer.id).toBe(first.id);
    expect((await push.list()).subscriptions).toEqual([{ ...first, failing: false }]);
    expect((await push.list("bob")).subscriptions).toEqual([]);
    expect((await push.remove(first.id, "bob")).status).toBe(404);
    expect((await push.remove("one")).status).toBe(404);
    expect((await push.remove(first.id)).status).toBe(204);
    expect((await push.remove(first.id)).status).toBe(404);
  });

  it("go to public addresses only", async () => {
    const refused = [
      "http://push.example/1",
      "https://localhost/1",
      "https://127.0.0.1/1",
      "https://[::1]/1",
      "https://10.0.0.1/1",
    ];
    for (const endpoint of [
      ...refused,
      "https://me:you@push.example/1",
      "ftp://push.example/1",
      "push",
      "",
    ]) {
      const { status, answer: problem } = await push.subscribe(push.createBrowser({ endpoint }).body);
      expect([status, problem.errors[0]?.path], endpoint).toEqual([422, "endpoint"]);
    }
    // And again for each connection.
    const other = await openPushService();
    const { endpoint, keys } = createBrowserAt(other.host).body;
    await push.database.pushSubscription.create({
      data: { userId: push.ada.userId, endpoint, ...keys, locale: "en" },
    });
    await push.end();
    expect(await push.work()).toBe(1);
    expect((await push.list()).subscriptions).toMatchObject([{ failing: true }]);
    expect(other.received).toEqual([]);
    await other.close();
  });

  it("need a public address of https", async () => {
    vi.stubEnv("STUDIO_PUBLIC_URL", "http://studio.example");
    vi.stubGlobal("reverieEnv", undefined);
    const { status, answer: problem } = await push.subscribe(push.createBrowser().body);
    expect([status, problem.code]).toEqual([409, "push.unavailable"]);
    expect(await push.list()).toEqual({ publicKey: null, subscriptions: [] });
    vi.stubEnv("STUDIO_PUBLIC_URL", "https://studio.example");
    vi.stubGlobal("reverieEnv", undefined);
  });

  it("are for one pair of keys, sealed and made once", async () => {
    const { database } = push;
    await database.instanceSetting.deleteMany({ where: { key: "push.keys" } });
    const made = await Promise.all([getPushKeys(database), getPushKeys(database), getPushKeys(database)]);
    expect(new Set(made.map(({ publicKey }) => publicKey)).size).toBe(1);
    const { value } = await database.instanceSetting.findUniqueOrThrow({ where: { key: "push.keys" } });
    expect(JSON.stringify(value)).not.toContain(made[0].privateKey);
    expect((await push.list()).publicKey).toBe(made[0].publicKey);
  });

  it("refuse keys of another length, and more browsers than a person may have", async () => {
    const { body } = push.createBrowser();
    const wrong = [
      { ...body, keys: { ...body.keys, auth: "AAAA" } },
      { ...body, keys: { ...body.keys, p256dh: "not base64!" } },
      { ...body, keys: { auth: body.keys.auth } },
      { ...body, locale: "tlh" },
      { endpoint: body.endpoint },
      null,
    ];
    for (const each of wrong) expect((await push.subscribe(each)).status).toBe(422);
    for (let count = 0; count < 20; count += 1) await push.subscribe(push.createBrowser().body);
    const { status, answer: problem } = await push.subscribe(push.createBrowser().body);
    expect([status, problem.code]).toEqual([409, "push.too-many"]);
  });
});
