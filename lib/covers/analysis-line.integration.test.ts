import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { openStudioHarness, type StudioHarness } from "@/lib/generations/testing/studio-harness.server";
import { getServiceAccess } from "@/lib/connections/service-access.server";
import { createGeneration } from "@/lib/generations/ask/create-generation.server";
import { claimGeneration } from "@/lib/generations/line/claim-generation.server";
import { findPlaces } from "@/lib/generations/line/find-places.server";
import { getRateOutlook } from "@/lib/generations/line/get-rate-outlook.server";
import type { StoredAsset } from "@/lib/media/stored-asset";
import { announceCall, isHeld } from "@/lib/paid-calls/held-call.server";
import { analysisCalls, getAnalysisLine, type AnalysisServices } from "./analysis-calls.server";
import type { CoverAnalysisDto } from "./cover-analysis-dto";
import { getCoverAnalysis } from "./find-cover-analyses.server";
import { requestCoverAnalysis } from "./request-cover-analysis.server";
import { resumeAnalysis } from "./perform-analysis.server";
import { bringTone } from "./testing/bring-tone.server";
import { endWindow } from "./testing/end-window.server";

const minuteMs = 60_000;

describe("an analysis in the line of its model and key", () => {
  let studio: StudioHarness;
  let services: AnalysisServices;
  let finished: Promise<unknown>[] = [];

  beforeAll(async () => {
    studio = await openStudioHarness();
    services = { ...getServiceAccess(), jobs: studio.services.jobs };
  });
  beforeEach(async () => {
    await limit({ requests: 120, windowMs: minuteMs });
    await studio.test.database.coverAnalysis.deleteMany();
    await studio.test.database.generation.deleteMany();
    await studio.test.database.rateBucket.deleteMany();
  });
  afterEach(async () => {
    await Promise.all(finished);
    finished = [];
  });
  afterAll(() => studio.close());

  const limit = (rate: object) =>
    studio.test.database.connection.updateMany({
      data: { overrides: { rateLimits: { models: { "music-cover": rate } } } },
    });

  async function ask(asset: StoredAsset, by = services): Promise<CoverAnalysisDto> {
    const asked = await requestCoverAnalysis(by, { userId: studio.userId, asset, field: "assetId" });
    if (asked.finished) finished.push(asked.finished);
    return asked.analysis;
  }

  const look = (id: string) => getCoverAnalysis(services, { userId: studio.userId, id });
  const waitFor = (id: string, state: CoverAnalysisDto["state"]) =>
    vi.waitFor(
      async () => {
        const found = await look(id);
        expect(found.state).toBe(state);
        return found;
      },
      { timeout: 60_000, interval: 100 },
    );

  const countSent = async () =>
    (await studio.sandbox.readRequests()).filter(({ path }) => path === "/v1/music_cover_preprocess").length;

  const coverInput = {
    model: "music-cover",
    prompt: "A slow jazz ballad",
    cover_feature_id: "of-elsewhere",
    lyrics: "[Verse]\nOne two three",
  };
  const submitCover = () => studio.submit(coverInput, { generator: "cover" });

  /** A service whose answers come when the test lets them. */
  function holdAnswers() {
    const held: PromiseWithResolvers<void>[] = [];
    const preprocessCover = async () => {
      const gate = Promise.withResolvers<void>();
      held.push(gate);
      await gate.promise;
      const facts = {
        audioDurationSeconds: 8,
        formattedLyrics: null,
        structureResult: null,
        analysisInfo: null,
      };
      return { ...facts, coverFeatureId: `feature-${held.length}`, traceId: null, address: "http://h" };
    };
    return { held, by: { ...services, createClient: () => ({ preprocessCover }) } };
  }

  it("waits for its moment, says until when, and then goes once", async () => {
    // Long enough that a busy machine asks for all three within one window.
    const windowMs = 10_000;
    await limit({ requests: 1, windowMs });
    const before = await countSent();
    // Before the first request, so that storing them takes nothing of the window.
    const tones = [await bringTone(studio), await bringTone(studio), await bringTone(studio)] as const;
    const first = await ask(tones[0]);
    expect(first).toMatchObject({ state: "running", waiting: null });
    const second = await ask(tones[1]);
    expect(second).toMatchObject({ state: "queued", waiting: { reason: "rate-limit" }, error: null });
    const third = await ask(tones[2]);
    const [secondAt, thirdAt] = [second, third].map(({ waiting }) => Date.parse(waiting!.untilAt!));
    expect(thirdAt! - secondAt!).toBeGreaterThan(windowMs - 500);
    expect((await waitFor(second.id, "ready")).waiting).toBeNull();
    await waitFor(third.id, "ready");
    expect(await countSent()).toBe(before + 3);
  });

  it("counts for covers of that model, and covers count for it", async () => {
    await limit({ requests: 2, windowMs: minuteMs });
    const outlook = (model: string) =>
      getRateOutlook(studio.services, { userId: studio.userId, generator: "cover", model });
    expect(await outlook("music-cover")).toMatchObject({ remaining: 2 });
    await ask(await bringTone(studio));
    expect(await outlook("music-cover")).toMatchObject({ remaining: 1 });
    expect(await outlook("music-cover-free")).toMatchObject({ remaining: 3 });

    const line = getAnalysisLine(await services.getConnection(studio.userId));
    const cover = await submitCover();
    expect(cover.waiting).toBeUndefined();
    const claim = (id: string) =>
      claimGeneration(studio.services, { generationId: id, version: 1, workerId: "test", line });
    expect(await claim(cover.id)).toMatchObject({ generationId: cover.id });
    const { held, by } = holdAnswers();
    const behind = await ask(await bringTone(studio), by);
    expect(behind).toMatchObject({ state: "queued", waiting: { reason: "rate-limit" } });

    // First in, first out: a cover that came later does not take the place of the analysis.
    const later = await submitCover();
    expect(await claim(later.id)).toBeNull();
    const [untilAnalysis, untilCover] = [
      behind.waiting!.untilAt!,
      (await studio.waitFor(later.id, () => true)).waiting!.untilAt!,
    ];
    expect(Date.parse(untilCover)).toBeGreaterThan(Date.parse(untilAnalysis));
    expect(held).toHaveLength(0);
    await endWindow(studio);
    await vi.waitFor(() => expect(held).toHaveLength(1), { timeout: 20_000, interval: 100 });
    held[0]!.resolve();
    await waitFor(behind.id, "ready");
  });

  it("takes its turn among the covers of another person, not the place behind all of them", async () => {
    const { database } = studio.test;
    await limit({ requests: 1, windowMs: minuteMs });
    const { profileId, overrides } = await database.connection.findFirstOrThrow();
    const { id: userId } = await database.user.create({
      data: { email: "other@example.test", name: "Other" },
    });
    await database.connection.create({ data: { userId, profileId, overrides: overrides as object } });
    const covers: string[] = [];
    for (let number = 1; number <= 5; number += 1) {
      const { generation } = await createGeneration(studio.services, {
        userId,
        generator: "cover",
        input: { ...coverInput, prompt: `Jazz number ${number}` },
      });
      covers.push(generation.id);
    }
    const tone = await bringTone(studio);
    const line = getAnalysisLine(await services.getConnection(studio.userId));
    const claim = { generationId: covers[0]!, version: 1, workerId: "test", line };
    expect(await claimGeneration(studio.services, claim)).toMatchObject({ generationId: covers[0] });

    const { id, createdAt, waiting } = await ask(tone);
    expect(Date.parse(waiting!.untilAt!) - Date.parse(createdAt)).toBeLessThan(1.5 * minuteMs);
    await endWindow(studio);
    await waitFor(id, "ready");
    expect(await findPlaces(studio.services, { userId, ids: [covers[4]!] })).toEqual(
      new Map([[covers[4], expect.objectContaining({ place: 4 }) as unknown]]),
    );
  });

  it("is delayed by 1002, with the whole line, and comes all the same", async () => {
    const before = await countSent();
    await studio.sandbox.arm({ faults: ["1002"], times: 1 });
    const { id } = await ask(await bringTone(studio));
    const paused = await waitFor(id, "queued");
    expect(paused).toMatchObject({
      waiting: { reason: "service-busy", untilAt: expect.any(String) as string },
      error: { serviceCode: 1002, made: "nothing" },
    });
    const { blockedUntil } = await studio.test.database.rateBucket.findFirstOrThrow();
    expect(blockedUntil?.toISOString()).toBe(paused.waiting!.untilAt);
    expect(await waitFor(id, "ready")).toMatchObject({ waiting: null, error: null });
    expect(await countSent()).toBe(before + 2);
  });

  it("waits for a free place where the service takes so many at a time", async () => {
    await limit({ requests: 120, windowMs: minuteMs, concurrency: 1 });
    const { held, by } = holdAnswers();
    const first = await ask(await bringTone(studio), by);
    const second = await ask(await bringTone(studio), by);
    expect(second).toMatchObject({ state: "queued", waiting: { reason: "concurrency" } });
    await expect.poll(() => held).toHaveLength(1);
    held[0]!.resolve();
    await waitFor(first.id, "ready");
    await vi.waitFor(() => expect(held).toHaveLength(2), { timeout: 20_000, interval: 100 });
    held[1]!.resolve();
    await waitFor(second.id, "ready");
  });

  it("sends nothing that another process took for dead before its first byte left", async () => {
    const { held, by } = holdAnswers();
    const { database } = studio.test;
    const late = services.database.$extends({
      query: {
        async $executeRaw({ args, query }) {
          if (JSON.stringify(args).includes('SET \\"startedAt\\"'))
            await database.coverAnalysis.updateMany({ data: { state: "unknown" } });
          return query(args);
        },
      },
    }) as unknown as AnalysisServices["database"];
    const { id } = await ask(await bringTone(studio), { ...by, database: late });
    await Promise.all(finished);
    expect(held).toEqual([]);
    expect(await look(id)).toMatchObject({ state: "unknown", error: null });
    expect(await database.paidCall.findFirst({ where: { subjectId: id } })).toMatchObject({
      state: "refused",
    });
  });

  it("stays under way when only the connection that shows its process is lost", async () => {
    const { held, by } = holdAnswers();
    const { database } = studio.test;
    const { id } = await ask(await bringTone(studio), by);
    await expect.poll(() => held).toHaveLength(1);
    const [{ ended }] = await database.$queryRaw<[{ ended: number }]>`
      SELECT count(pg_terminate_backend(pid))::int AS "ended" FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'reverie-presence'`;
    expect(ended).toBe(1);
    const isAwaited = () => database.$transaction((each) => isHeld(each, analysisCalls, id));
    await expect.poll(isAwaited).toBe(true);
    expect(await look(id)).toMatchObject({ state: "running" });
    held[0]!.resolve();
    await waitFor(id, "ready");
    await Promise.all(finished);
    expect(await isAwaited()).toBe(false);
  });

  it("sends nothing where the key is another by then", async () => {
    await limit({ requests: 1, windowMs: minuteMs });
    const before = await countSent();
    await ask(await bringTone(studio));
    const connection = await services.getConnection(studio.userId);
    let { scope } = connection;
    const { id } = await ask(await bringTone(studio), {
      ...services,
      getConnection: () => Promise.resolve({ ...connection, scope }),
    });
    scope = "of another key";
    expect(await waitFor(id, "failed")).toMatchObject({
      error: { code: "connection.changed", made: "nothing" },
    });
    expect(await countSent()).toBe(before + 1);
  });

  describe("whose process is gone while it waits", () => {
    const leaveQueued = async (): Promise<{ id: string; asset: StoredAsset }> => {
      const asset = await bringTone(studio);
      const connection = await services.getConnection(studio.userId);
      const { id } = await studio.test.database.coverAnalysis.create({
        data: {
          userId: studio.userId,
          scope: connection.scope,
          assetId: asset.id,
          sha256: asset.sha256,
          state: "queued",
          rateBucket: getAnalysisLine(connection).bucket,
        },
      });
      return { id, asset };
    };

    it("is gone on with by whoever looks next, and sent once however many do", async () => {
      const before = await countSent();
      const { id, asset } = await leaveQueued();
      expect(await look(id)).toMatchObject({ state: "queued" });
      const own = { userId: studio.userId, id };
      const [one, two, asked] = await Promise.all([
        resumeAnalysis(services, own),
        resumeAnalysis(services, own),
        ask(asset),
      ]);
      expect(asked.id).toBe(id);
      await Promise.all([one?.finished, two?.finished]);
      await waitFor(id, "ready");
      expect(await countSent()).toBe(before + 1);
    });

    it("is left to the process that is at it", async () => {
      const { id } = await leaveQueued();
      const presence = await announceCall(services.databaseUrl, analysisCalls, id);
      expect(await resumeAnalysis(services, { userId: studio.userId, id })).toBeNull();
      expect(await look(id)).toMatchObject({ state: "queued" });
      await presence.end();
    });

    it("holds up nobody in the line", async () => {
      await limit({ requests: 1, windowMs: minuteMs });
      const { id } = await leaveQueued();
      const scheduledAt = new Date(Date.now() - minuteMs);
      await studio.test.database.coverAnalysis.update({ where: { id }, data: { scheduledAt } });
      const cover = await submitCover();
      const line = getAnalysisLine(await services.getConnection(studio.userId));
      const claim = { generationId: cover.id, version: 1, workerId: "test", line };
      expect(await claimGeneration(studio.services, claim)).toMatchObject({ generationId: cover.id });
    });
  });
});
