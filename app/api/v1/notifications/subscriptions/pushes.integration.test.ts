import { randomUUID, verify } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openPushFixture } from "@/app/testing/push-fixture";
import { lookAtEnds } from "@/lib/notices/digest.server";
import { changeNoticePreferences } from "@/lib/notices/notice-preferences.server";

let push: Awaited<ReturnType<typeof openPushFixture>>;

beforeAll(async () => {
  push = await openPushFixture();
});
afterAll(() => push.close());
beforeEach(() => push.reset());

describe("Web Push", () => {
  it("tells a browser what ended, encrypted for it and signed by the studio", async () => {
    const browser = push.createBrowser({ locale: "zh" });
    const { status, answer: subscription } = await push.subscribe(browser.body);
    expect(status).toBe(201);
    const [done, failed] = [await push.end(), await push.end("failed", "A bay")];
    await push.end("succeeded", "Of somebody else", "bob");
    expect(await push.work()).toBe(1);
    expect(push.service.received).toHaveLength(1);
    const [{ headers, body }] = push.service.received as [(typeof push.service.received)[0]];
    expect(browser.read(body)).toEqual({
      subscription: subscription.id,
      locale: "zh",
      ends: [
        { key: `${done} succeeded`, id: done, state: "succeeded", title: "A quay" },
        { key: `${failed} failed`, id: failed, state: "failed", title: "A bay" },
      ],
    });
    expect(headers).toMatchObject({ "content-encoding": "aes128gcm", ttl: "86400" });

    const [, token = "", key = ""] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization!) ?? [];
    expect(key).toBe((await push.list()).publicKey);
    const [head, claims, signature] = token.split(".");
    expect(JSON.parse(Buffer.from(claims!, "base64url").toString())).toMatchObject({
      aud: `http://${push.service.host}`,
      sub: "https://studio.example",
    });
    const point = Buffer.from(key, "base64url");
    const publicKey = {
      key: {
        kty: "EC",
        crv: "P-256",
        x: point.subarray(1, 33).toString("base64url"),
        y: point.subarray(33).toString("base64url"),
      },
      format: "jwk" as const,
      dsaEncoding: "ieee-p1363" as const,
    };
    expect(
      verify("sha256", Buffer.from(`${head}.${claims}`), publicKey, Buffer.from(signature!, "base64url")),
    ).toBe(true);
    expect([await push.work(), await push.countWaiting()]).toEqual([0, 0]);
  });

  it("tells nothing that was seen, or that the person doesn’t want to know", async () => {
    const browser = push.createBrowser();
    await push.subscribe(browser.body);
    await push.end();
    await lookAtEnds(push.database, push.ada.userId, {});
    await changeNoticePreferences(push.database, push.ada.userId, { failed: false });
    await push.end("failed");
    await push.work();
    expect([push.service.received.length, await push.countWaiting()]).toEqual([0, 0]);
    const id = await push.end("succeeded", "A pier");
    await push.work();
    expect(browser.read(push.service.received[0]!.body)).toMatchObject({ ends: [{ id, title: "A pier" }] });
  });

  it("forgets a browser whose subscription is gone", async () => {
    for (const status of [404, 410]) {
      await push.subscribe(push.createBrowser().body);
      push.service.answers.every = status;
      await push.end();
      await push.work();
      expect((await push.list()).subscriptions).toEqual([]);
    }
  });

  it("tries again, later each time, after an error, a redirect and an interruption", async () => {
    const browser = push.createBrowser();
    await push.subscribe(browser.body);
    const id = await push.end();
    for (const [index, fault] of ([500, 302, "close", 429] as const).entries()) {
      push.service.answers.every = fault;
      expect(await push.work(index === 0 ? 0 : 3_600_000 * index)).toBe(1);
      expect((await push.list()).subscriptions).toMatchObject([{ failing: true }]);
      // Not before it is due.
      expect(await push.pushAll()).toBe(0);
    }
    expect(push.service.received.map(({ path }) => path)).not.toContain("/elsewhere");
    push.service.answers.every = 201;
    await push.work(5 * 3_600_000);
    expect(browser.read(push.service.received.at(-1)!.body)).toMatchObject({ ends: [{ id }] });
    expect((await push.list()).subscriptions).toMatchObject([{ failing: false }]);
  });

  it("loses nothing when a worker is killed while it sends", async () => {
    const browser = push.createBrowser();
    await push.subscribe(browser.body);
    await push.end();
    await expect(push.work(0, AbortSignal.abort(new Error("killed")))).rejects.toThrow("killed");
    expect(await push.countWaiting()).toBe(1);
    expect(await push.work()).toBe(0);
    expect(await push.work(61_000)).toBe(1);
    expect(await push.countWaiting()).toBe(0);
  });

  it("tells others while a push service hangs, and the one that hung later", async () => {
    const [hanging, quick] = [push.createBrowser(), push.createBrowser()];
    await push.subscribe(hanging.body);
    await push.subscribe(quick.body);
    push.service.answers.byPath.set(new URL(hanging.body.endpoint).pathname, "hang");
    const worker = push.startWorker();
    const id = await push.end();
    worker.wake();
    const isTold = () =>
      push.service.received.some(({ path }) => quick.body.endpoint.endsWith(path)) &&
      push.service.received.some(({ path }) => hanging.body.endpoint.endsWith(path));
    await expect.poll(isTold, { timeout: 10_000 }).toBe(true);
    await expect.poll(push.countWaiting, { timeout: 5_000 }).toBe(1);
    await worker.stop();
    const message = push.service.received.find(({ path }) => quick.body.endpoint.endsWith(path))!;
    expect(quick.read(message.body)).toMatchObject({ ends: [{ id }] });
    push.service.reset();
    expect(await push.work(61_000)).toBe(1);
    expect(hanging.read(push.service.received[0]!.body)).toMatchObject({ ends: [{ id }] });
  });

  it("waits until open tabs have had their time to say that somebody looks", async () => {
    await push.subscribe(push.createBrowser().body);
    await push.end();
    expect([await push.workNow(), push.service.received.length]).toEqual([0, 0]);
    await lookAtEnds(push.database, push.ada.userId, {});
    expect([await push.work(), push.service.received.length, await push.countWaiting()]).toEqual([1, 0, 0]);
  });

  it("fits what many ends need into one message, the last of them", async () => {
    const browser = push.createBrowser();
    await push.subscribe(browser.body);
    const ids: string[] = [];
    for (let count = 0; count < 25; count += 1) ids.push(await push.end("succeeded", "夜色".repeat(60)));
    await push.work();
    expect(push.service.received).toHaveLength(1);
    const [{ body }] = push.service.received as [(typeof push.service.received)[0]];
    expect(body.length).toBeLessThan(4_096);
    const { ends } = browser.read(body) as { ends: { id: string; title: string }[] };
    expect(ends.length).toBeGreaterThan(5);
    expect(ends.map(({ id }) => id)).toEqual(ids.slice(-ends.length));
    expect(ends[0]!.title).toBe("夜色".repeat(40));
    expect(await push.countWaiting()).toBe(0);
  });

  it("ends with the session of the browser, and with the account", async () => {
    const { database } = push;
    const user = await database.user.create({ data: { email: `${randomUUID()}@example.org`, name: "Cy" } });
    const session = await database.session.create({
      data: { userId: user.id, expiresAt: new Date(Date.now() + 60_000) },
    });
    const { p256dh, auth } = push.createBrowser().body.keys;
    const add = (sessionId: string | null) =>
      database.pushSubscription.create({
        data: {
          userId: user.id,
          sessionId,
          endpoint: `http://${push.service.host}/${randomUUID()}`,
          p256dh,
          auth,
          locale: "en",
        },
      });
    await add(session.id);
    await add(null);
    await database.session.update({ where: { id: session.id }, data: { revokedAt: new Date() } });
    expect(await database.pushSubscription.count({ where: { userId: user.id } })).toBe(1);
    await database.user.delete({ where: { id: user.id } });
    expect(await database.pushSubscription.count({ where: { userId: user.id } })).toBe(0);
  });
});
