import { randomUUID } from "node:crypto";
import { vi } from "vitest";
import { DELETE } from "@/app/api/v1/notifications/subscriptions/[id]/route";
import { GET, POST } from "@/app/api/v1/notifications/subscriptions/route";
import { changeNoticePreferences } from "@/lib/notices/notice-preferences.server";
import type { PushStatus, PushSubscriptionDto } from "@/lib/notices/push-dto";
import { pushEnds, settleMs } from "@/lib/notices/push-ends.server";
import { takePush } from "@/lib/notices/take-push.server";
import { createBrowser, openPushService } from "@/lib/notices/testing/push-service";
import { startPushes } from "@/lib/notices/work-on-pushes.server";
import { createRouteFixture } from "@/lib/media/testing/route-fixture";

type Person = "ada" | "bob";
type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

/** A studio of two people, and a push service that it may reach. */
export async function openPushFixture() {
  const service = await openPushService();
  vi.stubEnv("STUDIO_PRIVATE_HOSTS", service.host);
  vi.stubEnv("STUDIO_PUBLIC_URL", "https://studio.example");
  const fixture = await createRouteFixture();
  const { database } = fixture.test;
  let now = Date.now();

  async function call<Answer>(
    handler: Handler,
    method: string,
    options: { person?: Person; id?: string; body?: unknown } = {},
  ) {
    const { person = "ada", id = "", body } = options;
    const request = new Request("http://studio.test/api/v1/notifications/subscriptions", {
      method,
      headers: { ...fixture[person].headers, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const response = await handler(request, { params: Promise.resolve({ id }) });
    const text = await response.text();
    return {
      status: response.status,
      answer: JSON.parse(text || "null") as Answer & { code: string; errors: { path: string }[] },
    };
  }

  /** Tells every browser that is due. @returns how many */
  async function pushAll(signal?: AbortSignal): Promise<number> {
    for (let count = 0; ; count += 1) {
      const taken = await takePush(database, now, []);
      if (!taken) return count;
      await pushEnds({ database, clock: { now: () => now } }, taken, signal);
    }
  }

  return {
    service,
    database,
    ada: fixture.ada,
    createBrowser: (changes?: Parameters<typeof createBrowser>[1]) => createBrowser(service.host, changes),
    subscribe: (body: unknown, person: Person = "ada") =>
      call<PushSubscriptionDto>(POST, "POST", { body, person }),
    list: async (person: Person = "ada") => (await call<PushStatus>(GET, "GET", { person })).answer,
    remove: (id: string, person: Person = "ada") => call(DELETE, "DELETE", { id, person }),
    countWaiting: () => database.pushDelivery.count(),

    /** Ends a generation. @returns its ID */
    async end(state = "succeeded", title = "A quay", person: Person = "ada"): Promise<string> {
      const { id } = await database.generation.create({
        data: {
          userId: fixture[person].userId,
          generator: "image",
          state: "running",
          title,
          input: { prompt: "A secret prompt" },
          idempotencyKey: randomUUID(),
          inputHash: "one",
          model: "image-01",
          connection: { profileId: "sandbox", baseUrl: "http://127.0.0.1:1", scope: "studio" },
        },
      });
      await database.generation.update({ where: { id }, data: { state } });
      return id;
    },

    /** What a worker does now, again, or once open tabs have had their time. */
    pushAll,
    async workNow(signal?: AbortSignal): Promise<number> {
      now = Date.now();
      return pushAll(signal);
    },
    async work(laterMs = 0, signal?: AbortSignal): Promise<number> {
      now = Date.now() + settleMs + laterMs;
      return pushAll(signal);
    },
    /** A worker of its own, which is woken by hand. */
    startWorker() {
      let wake = (): void => undefined;
      const report = (error: unknown) => {
        throw error;
      };
      const pushes = startPushes(
        { database, clock: { now: Date.now }, report },
        { onNews: (_channel, listener) => (wake = () => listener("")) },
      );
      return { stop: pushes.stop, wake: () => wake() };
    },

    async reset(): Promise<void> {
      service.reset();
      await database.pushSubscription.deleteMany();
      await database.generation.deleteMany();
      const all = { succeeded: true, failed: true, minimumSeconds: 0 } as const;
      await changeNoticePreferences(database, fixture.ada.userId, all);
    },
    async close(): Promise<void> {
      await fixture.close();
      await service.close();
      vi.unstubAllEnvs();
    },
  };
}
