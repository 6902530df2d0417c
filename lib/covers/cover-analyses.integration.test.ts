import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openStudioHarness, type StudioHarness } from "@/lib/generations/testing/studio-harness.server";
import { getServiceAccess } from "@/lib/connections/service-access.server";
import type { StoredAsset } from "@/lib/media/stored-asset";
import { announceCall, isHeld } from "@/lib/paid-calls/held-call.server";
import { analysisCalls, type AnalysisServices } from "./analysis-calls.server";
import { findFeatureExpiry, getCoverAnalysis, listCoverAnalyses } from "./find-cover-analyses.server";
import { requestCoverAnalysis } from "./request-cover-analysis.server";
import { bringTone } from "./testing/bring-tone.server";

const hourMs = 60 * 60 * 1000;

describe("analyses of sounds to be covered", () => {
  let studio: StudioHarness;
  let services: AnalysisServices;
  let nowMs = Date.now();

  beforeAll(async () => {
    studio = await openStudioHarness();
  });
  beforeEach(() => {
    nowMs = Date.now();
    services = { ...getServiceAccess(), jobs: studio.services.jobs, clock: { now: () => nowMs } };
  });
  afterAll(() => studio.close());

  const bringSound = (durationSeconds?: number) => bringTone(studio, durationSeconds);

  const ask = (asset: StoredAsset, options: { anew?: boolean } = {}, by = services) =>
    requestCoverAnalysis(by, { userId: studio.userId, asset, field: "assetId", ...options });

  /** Asks and waits for the end of what was begun. */
  async function analyse(asset: StoredAsset, options: { anew?: boolean } = {}) {
    const { analysis, finished } = await ask(asset, options);
    await finished;
    return look(analysis.id);
  }

  const look = (id: string) => getCoverAnalysis(services, { userId: studio.userId, id });

  async function countCalls(): Promise<number> {
    return (await studio.sandbox.readBill()).filter(({ billed }) => billed).length;
  }

  it("asks the service once, and knows the same sound again for 24 hours, also after a restart", async () => {
    const asset = await bringSound();
    const before = await countCalls();
    const first = await analyse(asset);
    expect(first).toMatchObject({
      state: "ready",
      assetId: asset.id,
      durationSeconds: 8,
      notes: [],
      error: null,
    });
    expect(first.coverFeatureId).toBeTruthy();
    expect(first.lyrics).toMatch(/\[\w+/);
    expect(first.segments.length).toBeGreaterThan(0);
    expect(first.expiresAt).toBe(new Date(nowMs + 24 * hourMs).toISOString());

    nowMs += 23 * hourMs;
    // What another process, started later, would do.
    const again = await ask(asset, {}, { ...services, ...getServiceAccess(), clock: services.clock });
    expect(again).toEqual({ analysis: first, finished: null });
    expect(await countCalls()).toBe(before + 1);

    nowMs += 1.5 * hourMs;
    const renewed = await analyse(asset);
    expect(renewed.id).not.toBe(first.id);
    expect(await countCalls()).toBe(before + 2);
    const feature = { userId: studio.userId, coverFeatureId: renewed.coverFeatureId ?? "" };
    const { scope } = await services.getConnection(studio.userId);
    const expiresAt = new Date(renewed.expiresAt ?? 0);
    expect(await findFeatureExpiry(services, { ...feature, scope })).toEqual({
      expiresAt,
      isOfConnection: true,
    });
    expect(await findFeatureExpiry(services, { ...feature, scope: "another" })).toEqual({
      expiresAt,
      isOfConnection: false,
    });
  });

  it("makes one call of two requests at once", async () => {
    const asset = await bringSound();
    const before = await countCalls();
    const [one, two] = await Promise.all([ask(asset), ask(asset)]);
    expect(one.analysis.id).toBe(two.analysis.id);
    expect([one, two].filter(({ finished }) => finished !== null)).toHaveLength(1);
    await Promise.all([one.finished, two.finished]);
    expect(await look(one.analysis.id)).toMatchObject({ state: "ready" });
    expect(await countCalls()).toBe(before + 1);
  });

  it("tells an answer that never came as unknown and sends it again only when asked to", async () => {
    const asset = await bringSound();
    await studio.sandbox.arm({ faults: ["drop-after"], times: 1 });
    const before = await countCalls();
    const lost = await analyse(asset);
    expect(lost).toMatchObject({ state: "unknown", coverFeatureId: null, error: { made: "unknown" } });
    expect(await ask(asset)).toEqual({ analysis: lost, finished: null });
    expect(await countCalls()).toBe(before + 1);

    const found = await analyse(asset, { anew: true });
    expect(found).toMatchObject({ state: "ready" });
    expect(await countCalls()).toBe(before + 2);
    expect((await ask(asset)).analysis.id).toBe(found.id);
  });

  it("tries a proven no again", async () => {
    const asset = await bringSound();
    await studio.sandbox.arm({ faults: ["1026"], times: 1 });
    expect(await analyse(asset)).toMatchObject({
      state: "failed",
      error: { serviceCode: 1026, made: "nothing" },
    });
    expect(await analyse(asset)).toMatchObject({ state: "ready" });
  });

  it("sees that the process that asked is gone", async () => {
    const asset = await bringSound();
    const { id } = await studio.test.database.coverAnalysis.create({
      data: {
        userId: studio.userId,
        scope: (await services.getConnection(studio.userId)).scope,
        assetId: asset.id,
        sha256: asset.sha256,
        state: "running",
      },
    });
    const presence = await announceCall(services.databaseUrl, analysisCalls, id);
    expect(await look(id)).toMatchObject({ state: "running" });
    expect(await ask(asset)).toMatchObject({ analysis: { id, state: "running" }, finished: null });
    await presence.end();
    // The server lets go of the lock a moment after the connection has closed.
    await expect.poll(() => look(id), { interval: 10 }).toMatchObject({ state: "unknown" });
    expect(await ask(asset)).toMatchObject({
      analysis: { id, state: "unknown", error: { code: "generation.interrupted" } },
      finished: null,
    });
  });

  it("needs one connection for as many as are out, and none when all have ended", async () => {
    const ids = Array.from({ length: 40 }, () => crypto.randomUUID());
    const { database } = studio.test;
    const countConnections = async () => {
      const [row] = await database.$queryRaw<[{ count: number }]>`
        SELECT count(*)::int AS "count" FROM pg_stat_activity
        WHERE "application_name" = 'reverie-presence' AND "datname" = current_database()`;
      return row.count;
    };
    const isAwaited = (id: string) => database.$transaction((each) => isHeld(each, analysisCalls, id));
    const presences = await Promise.all(
      ids.map((id) => announceCall(services.databaseUrl, analysisCalls, id)),
    );
    expect(await countConnections()).toBe(1);
    await presences[0]!.end();
    expect(await isAwaited(ids[0]!)).toBe(false);
    expect(await isAwaited(ids[1]!)).toBe(true);
    await Promise.all(presences.slice(1).map((presence) => presence.end()));
    await expect.poll(countConnections, { interval: 10 }).toBe(0);
    const later = await announceCall(services.databaseUrl, analysisCalls, ids[0]!);
    expect(await isAwaited(ids[0]!)).toBe(true);
    await later.end();
  });

  it.each([
    ["structure-garbage", ["unreadable"]],
    ["overlapping-segments", ["overlap"]],
    ["segments-beyond-end", ["beyond-end"]],
  ])("mends what it can of an answer with %s, and says so", async (fault, notes) => {
    const asset = await bringSound(40);
    await studio.sandbox.arm({ faults: [fault], times: 1 });
    const found = await analyse(asset);
    expect(found).toMatchObject({ state: "ready", notes });
    for (const [index, { startSeconds, endSeconds }] of found.segments.entries()) {
      expect(endSeconds).toBeGreaterThan(startSeconds);
      expect(endSeconds).toBeLessThanOrEqual(40);
      expect(startSeconds).toBeGreaterThanOrEqual(found.segments[index - 1]?.endSeconds ?? 0);
    }
  });

  it("keeps what was heard in lines that a form knows, without what no database holds", async () => {
    const facts = {
      audioDurationSeconds: 8,
      structureResult: null,
      analysisInfo: { tempo: 92, key: "A\0 minor" },
      traceId: null,
      address: "http://h",
    };
    const preprocessCover = () =>
      Promise.resolve({
        ...facts,
        coverFeatureId: "f-1",
        formattedLyrics: "[Verse]\r\nOne\0\r\r\n[Chorus]\rTwo",
      });
    const { analysis, finished } = await ask(
      await bringSound(),
      {},
      { ...services, createClient: () => ({ preprocessCover }) },
    );
    await finished;
    expect(await look(analysis.id)).toMatchObject({
      state: "ready",
      lyrics: "[Verse]\nOne\n\n[Chorus]\nTwo",
      notes: ["missing"],
      analysisInfo: { tempo: 92, key: "A minor" },
    });
  });

  it("does without lyrics", async () => {
    await studio.sandbox.arm({ faults: ["no-lyrics"], times: 1 });
    const found = await analyse(await bringSound());
    expect(found.state).toBe("ready");
    expect(found.lyrics ?? "").toBe("");
  });

  it("sends no sound that is no reference, and names the field", async () => {
    const before = await countCalls();
    await expect(ask(await bringSound(5.9))).rejects.toMatchObject({
      code: "input.invalid",
      fields: [{ path: "assetId", key: "sound.too-short" }],
    });
    expect(await countCalls()).toBe(before);
  });

  it("lists what was analysed, of one person only", async () => {
    const asset = await bringSound();
    const { id, coverFeatureId } = await analyse(asset);
    const { userId } = studio;
    const ofSound = { userId, assetId: asset.id, limit: 5 };
    expect(await listCoverAnalyses(services, ofSound)).toMatchObject([{ id }]);
    expect(await listCoverAnalyses(services, { ...ofSound, scope: "another" })).toEqual([]);
    const byFeature = { coverFeatureId: coverFeatureId ?? "", limit: 5 };
    expect(await listCoverAnalyses(services, { userId, ...byFeature })).toMatchObject([{ id }]);
    const other = crypto.randomUUID();
    expect(await listCoverAnalyses(services, { userId: other, ...byFeature })).toEqual([]);
    await expect(getCoverAnalysis(services, { userId: other, id })).rejects.toMatchObject({
      code: "not-found",
    });
  });
});
