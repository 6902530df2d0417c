import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { POST as uploadFile } from "@/app/api/uploads/route";
import { GET as getAccount } from "@/app/api/v1/account/route";
import { GET as listGenerations } from "@/app/api/v1/generations/route";
import { POST as createToken } from "@/app/api/v1/tokens/route";
import { createTestToken } from "@/lib/auth/testing/create-test-token";
import { getServiceAccess } from "@/lib/connections/service-access.server";
import { requestCoverAnalysis } from "@/lib/covers/request-cover-analysis.server";
import { bringTone } from "@/lib/covers/testing/bring-tone.server";
import { requestLimits } from "@/lib/errors/request-limits";
import { createGeneration } from "@/lib/generations/ask/create-generation.server";
import { getGeneration } from "@/lib/generations/read/get-generation.server";
import { fakeGenerator } from "@/lib/generations/testing/fake-generator.server";
import { openStudioHarness, type StudioHarness } from "@/lib/generations/testing/studio-harness.server";
import type { RouteHandler } from "@/lib/http/route.server";
import { createWav, drawPicture } from "@/lib/media/testing/sample-media";
import { PUT as setQuotas } from "./[id]/quotas/route";
import { GET as listMembers } from "./route";

const unlimited = { diskBytes: null, queueLength: null };

describe("quotas and limits of a member", () => {
  let studio: StudioHarness;
  let member: string;
  let tokens: { owner: string; member: string };

  beforeAll(async () => {
    studio = await openStudioHarness({ imagesPerMinute: 1, generators: [fakeGenerator] });
    const { database } = studio.test;
    const { profileId, overrides } = await database.connection.findFirstOrThrow();
    ({ id: member } = await database.user.create({ data: { email: "member@example.test", name: "Member" } }));
    await database.connection.create({ data: { userId: member, profileId, overrides: overrides as object } });
    tokens = {
      owner: (await createTestToken(studio.userId, database)).token,
      member: (await createTestToken(member, database)).token,
    };
  });
  beforeEach(async () => {
    const { database } = studio.test;
    await database.coverAnalysis.deleteMany();
    await database.generation.deleteMany();
    await database.asset.deleteMany();
    expect(await limit(unlimited)).toMatchObject({ status: 200 });
  });
  afterAll(() => studio.close());

  async function call(
    handler: RouteHandler,
    who: "owner" | "member",
    { body, id, query = "" }: { body?: BodyInit; id?: string; query?: string } = {},
  ) {
    const request = new Request(`http://studio.test/api${query}`, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        authorization: `Bearer ${tokens[who]}`,
        "content-type": typeof body === "string" ? "application/json" : "application/octet-stream",
      },
      ...(body === undefined ? {} : { body }),
    });
    const response = await handler(request, { params: Promise.resolve(id === undefined ? {} : { id }) });
    return { status: response.status, headers: response.headers, body: (await response.json()) as unknown };
  }
  const limit = (quotas: { diskBytes?: number | null; queueLength?: number | null }) =>
    call(setQuotas, "owner", { id: member, body: JSON.stringify({ ...unlimited, ...quotas }) });
  const submit = async (idempotencyKey: string = randomUUID()) => {
    const options = { userId: member, generator: "fake", input: { name: "A" }, idempotencyKey };
    return (await createGeneration(studio.services, options)).generation;
  };

  it("are set by the owner and shown to both", async () => {
    const quotas = { diskBytes: 5_000_000, queueLength: 3 };
    const usage = { diskBytes: 0, queueLength: 1 };
    await submit();
    expect(await limit(quotas)).toMatchObject({ status: 200, body: { quotas, usage } });
    expect((await call(listMembers, "owner")).body).toMatchObject({
      members: [{ quotas: unlimited }, { id: member, disabled: false, quotas, usage }],
    });
    expect((await call(getAccount, "member")).body).toMatchObject({ id: member, quotas, usage });
  });

  it("can't be seen of others, or changed, by a member", async () => {
    expect(await call(listMembers, "member")).toMatchObject({ status: 403 });
    const body = JSON.stringify({ ...unlimited, queueLength: 1_000 });
    expect(await call(setQuotas, "member", { id: member, body })).toMatchObject({ status: 403 });
    expect(await limit({ queueLength: 0 })).toMatchObject({ status: 422 });
    expect(await call(setQuotas, "owner", { id: randomUUID(), body })).toMatchObject({ status: 404 });
  });

  it("refuse an upload beyond the disk quota and store nothing of it", async () => {
    const picture = new Uint8Array(await drawPicture().png().toBuffer());
    const upload = () => call(uploadFile, "member", { body: picture });
    await limit({ diskBytes: picture.byteLength - 1 });
    expect(await upload()).toMatchObject({ status: 409, body: { code: "quota.disk" } });
    expect(await studio.test.database.asset.count({ where: { userId: member } })).toBe(0);
    await limit({ diskBytes: picture.byteLength });
    expect(await upload()).toMatchObject({ status: 201 });
    // Nothing is left.
    expect(await upload()).toMatchObject({ status: 409, body: { code: "quota.disk" } });
    await expect(submit()).rejects.toMatchObject({ code: "quota.disk" });
  });

  it("are not exceeded by uploads that arrive at once", async () => {
    // Not images, which wait for a decoder one after another.
    const sounds = Array.from({ length: 6 }, (_each, index) => createWav(1 + index / 100));
    const diskBytes = 2 * sounds.at(-1)!.byteLength;
    await limit({ diskBytes });
    const uploads = sounds.map((sound) => call(uploadFile, "member", { body: new Uint8Array(sound) }));
    const statuses = (await Promise.all(uploads)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([201, 201, 409, 409, 409, 409]);
    const { _sum } = await studio.test.database.asset.aggregate({
      where: { userId: member },
      _sum: { bytes: true },
    });
    expect(Number(_sum.bytes)).toBeLessThanOrEqual(diskBytes);
  });

  it("send nothing that was queued before the disk quota was used up", async () => {
    const { id } = await submit();
    const picture = new Uint8Array(await drawPicture().png().toBuffer());
    await call(uploadFile, "member", { body: picture });
    await limit({ diskBytes: picture.byteLength });
    const worker = await studio.startWorker();
    const { database } = studio.test;
    const look = () => getGeneration(studio.services, { userId: member, id });
    await expect
      .poll(async () => (await look()).state)
      .toBe("failed")
      .finally(worker.stop);
    expect((await look()).error).toMatchObject({ code: "quota.disk", made: "nothing" });
    const attempts = await database.attempt.findMany({ where: { generationId: id } });
    expect(attempts).toMatchObject([{ state: "unsent" }]);
  });

  it("take no more than so many waiting requests, however many come at once", async () => {
    await limit({ queueLength: 5 });
    const first = randomUUID();
    const { id } = await submit(first);
    const submitted = await Promise.allSettled(Array.from({ length: 20 }, () => submit()));
    const refused = submitted.filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(16);
    for (const refusal of refused) expect(refusal).toMatchObject({ reason: { code: "quota.queue" } });
    // A repeated request finds its generation.
    expect((await submit(first)).id).toBe(id);
    expect(await studio.submit({ name: "Of the owner" }, { generator: "fake" })).toMatchObject({
      state: "queued",
    });
  });

  it("count analyses among the waiting requests", async () => {
    await limit({ queueLength: 1 });
    const asset = await bringTone({ ...studio, userId: member });
    await submit();
    const services = { ...getServiceAccess(), jobs: studio.services.jobs };
    await expect(
      requestCoverAnalysis(services, { userId: member, asset, field: "assetId" }),
    ).rejects.toMatchObject({ code: "quota.queue" });
    expect(await studio.test.database.coverAnalysis.count()).toBe(0);
  });

  it("answer 429 with Retry-After above a limit, for this person only", async () => {
    const body = JSON.stringify({ name: "Script", scopes: ["read"], expiresInDays: 7 });
    for (let count = 0; count < requestLimits.tokens.requests; count += 1)
      expect(await call(createToken, "member", { body })).toMatchObject({ status: 201 });
    const refused = await call(createToken, "member", { body });
    expect(refused).toMatchObject({ status: 429, body: { code: "rate.throttled", status: 429 } });
    expect(refused.headers.get("content-type")).toBe("application/problem+json");
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await call(createToken, "owner", { body })).toMatchObject({ status: 201 });

    const query = "?q=lighthouse";
    for (let count = 0; count < requestLimits.search.requests; count += 1)
      await call(listGenerations, "member", { query });
    expect(await call(listGenerations, "member", { query })).toMatchObject({ status: 429 });
    expect(await call(listGenerations, "member")).toMatchObject({ status: 200 });
  });
});
