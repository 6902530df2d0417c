import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { getServiceAccess } from "@/lib/connections/service-access.server";
import type { AnalysisServices } from "@/lib/covers/analysis-calls.server";
import { getCoverAnalysis } from "@/lib/covers/find-cover-analyses.server";
import { requestCoverAnalysis } from "@/lib/covers/request-cover-analysis.server";
import { bringTone } from "@/lib/covers/testing/bring-tone.server";
import { endWindow } from "@/lib/covers/testing/end-window.server";
import type { StudioHarness } from "@/lib/generations/testing/studio-harness.server";
import { writeLyrics } from "@/lib/lyrics/write-lyrics.server";
import { GET as getCsv } from "../usage.csv/route";
import { type CostStudio, openCostStudio } from "./testing/cost-studio";

const lyrics = { generator: "lyrics-draft", model: "lyrics_generation" };
const analysis = { generator: "cover-analysis", model: "music-cover" };
const prices = [
  { ...lyrics, unit: "request", amount: "1" },
  { ...analysis, unit: "request", amount: "2" },
  { ...analysis, unit: "second", amount: "0.1" },
  // A song costs something else than an analysis for it.
  { generator: "cover", model: "music-cover", unit: "request", amount: "50" },
];

describe("what is sent outside of generations", () => {
  let costs: CostStudio;
  let studio: StudioHarness;
  let services: AnalysisServices;

  beforeAll(async () => {
    costs = await openCostStudio();
    ({ studio } = costs);
    services = { ...getServiceAccess(), jobs: studio.services.jobs };
  });
  beforeEach(async () => {
    await costs.clear();
    const { database } = studio.test;
    await database.paidCall.deleteMany();
    await database.coverAnalysis.deleteMany();
    await database.lyricsDraft.deleteMany();
    await database.rateBucket.deleteMany();
    await database.connection.updateMany({ data: { overrides: {} } });
    expect((await costs.setPrices({ currency: "EUR", prices })).status).toBe(200);
  });
  afterAll(() => studio.close());

  const write = (prompt: string) => writeLyrics(studio.userId, { mode: "write_full_song", prompt });
  async function analyse() {
    const asset = await bringTone(studio);
    const asked = await requestCoverAnalysis(services, { userId: studio.userId, asset, field: "assetId" });
    await asked.finished;
    return getCoverAnalysis(services, { userId: studio.userId, id: asked.analysis.id });
  }
  const budget = (hard: string) => ({ memberId: studio.userId, soft: null, hard });
  const spent = async () =>
    (await studio.test.database.spending.findFirst({ where: { userId: studio.userId } }))?.spent ?? 0n;
  const countSent = async () => (await studio.sandbox.readRequests()).length;
  const refusalOf = (asked: Promise<unknown>) =>
    asked.then(
      () => null,
      (error: unknown) => (error as { code: string }).code,
    );

  it("is in the figures by kind, also once it is deleted, and a line of the CSV", async () => {
    await write("A ferry at dusk");
    expect((await analyse()).state).toBe("ready");
    const { database } = studio.test;
    await database.lyricsDraft.deleteMany();
    await database.coverAnalysis.deleteMany();
    const { total, generators, models, members, days } = await costs.readUsage();
    expect(total).toMatchObject({
      requests: 2,
      seconds: 8,
      unpriced: 0,
      costs: [{ currency: "EUR", amount: "3.8" }],
    });
    expect(models.toSorted((a, b) => a.generator.localeCompare(b.generator))).toMatchObject([
      { ...analysis, requests: 1, seconds: 8, costs: [{ amount: "2.8" }] },
      { ...lyrics, requests: 1, seconds: 0, costs: [{ amount: "1" }] },
    ]);
    expect(generators).toHaveLength(2);
    expect(members).toMatchObject([{ id: studio.userId, requests: 2 }]);
    expect(days).toMatchObject([{ requests: 2 }]);
    expect(await spent()).toBe(3_800_000n);

    const csv = await (await costs.call(getCsv, { query: "?sandbox=true" })).text();
    const lines = csv
      .trim()
      .split("\r\n")
      .map((line) => line.split(",").slice(1).join(","));
    expect(lines.slice(1)).toEqual([
      ",Test,lyrics-draft,lyrics_generation,received,,,,,EUR,1,1,0",
      ",Test,cover-analysis,music-cover,received,,8,,,EUR,2.8,2.8,0",
    ]);
  });

  it("has the length that the service reports, not the one that the studio measured", async () => {
    const preprocessCover = () =>
      Promise.resolve({
        audioDurationSeconds: 12.5,
        coverFeatureId: "feature",
        formattedLyrics: null,
        structureResult: null,
        analysisInfo: null,
        traceId: null,
        address: "http://h",
      });
    const asset = await bringTone(studio);
    const by = { ...services, createClient: () => ({ preprocessCover }) };
    const asked = await requestCoverAnalysis(by, { userId: studio.userId, asset, field: "assetId" });
    await asked.finished;
    expect((await costs.readUsage()).total).toMatchObject({ seconds: 12.5, costs: [{ amount: "3.25" }] });
    const [call] = await studio.test.database.paidCall.findMany();
    expect(call).toMatchObject({ state: "answered", estimate: 2_800_000n, cost: 3_250_000n });
  });

  it("gives back what was refused, and keeps what may have been billed", async () => {
    await expect(write("[[fault:1026]]")).rejects.toThrow();
    await studio.sandbox.arm({ faults: ["1026"], times: 1 });
    expect((await analyse()).state).toBe("failed");
    expect((await costs.readUsage()).total).toMatchObject({ requests: 0, costs: [] });
    expect(await spent()).toBe(0n);

    await expect(write("[[fault:drop-after]]")).rejects.toThrow();
    await studio.sandbox.arm({ faults: ["drop-after"], times: 1 });
    expect((await analyse()).state).toBe("unknown");
    expect((await costs.readUsage()).total).toMatchObject({ requests: 2, costs: [{ amount: "3.8" }] });
    expect(await spent()).toBe(3_800_000n);
  });

  it("counts each time that it is sent once", async () => {
    // Refused for now, and sent again by itself.
    await studio.sandbox.arm({ faults: ["1002"], times: 1 });
    expect((await analyse()).state).toBe("ready");
    const calls = await studio.test.database.paidCall.findMany({ orderBy: { id: "asc" } });
    expect(calls.map(({ state }) => state)).toEqual(["refused", "answered"]);
    expect((await costs.readUsage()).total).toMatchObject({ requests: 1, costs: [{ amount: "2.8" }] });
  });

  it("is refused where the budget has too little left, and nothing is sent or kept", async () => {
    await costs.setBudgets(budget("0.5"));
    const before = await countSent();
    expect(await refusalOf(write("A ferry at dusk"))).toBe("budget.reached");
    expect(await refusalOf(analyse())).toBe("budget.reached");
    expect(await countSent()).toBe(before);
    const { database } = studio.test;
    expect(await database.lyricsDraft.count()).toBe(0);
    expect(await database.coverAnalysis.count()).toBe(0);
    expect(await database.paidCall.count()).toBe(0);

    await costs.setBudgets(budget("1"));
    await write("A ferry at dusk");
    expect(await refusalOf(write("Another one"))).toBe("budget.reached");
  });

  it("takes from a budget once, whoever sends at the same time", async () => {
    await costs.setBudgets(budget("2"));
    const refusals = await Promise.all(
      ["one", "two", "three", "four"].map((words) => refusalOf(write(words))),
    );
    expect(refusals.toSorted()).toEqual(["budget.reached", "budget.reached", null, null]);
    expect(await spent()).toBe(2_000_000n);
  });

  it("ends unsent where the budget is used up while it waits for its turn", async () => {
    const limit = { requests: 1, windowMs: 60_000 };
    await studio.test.database.connection.updateMany({
      data: { overrides: { rateLimits: { models: { "music-cover": limit } } } },
    });
    const before = await countSent();
    expect((await analyse()).state).toBe("ready");
    const asset = await bringTone(studio);
    const waiting = await requestCoverAnalysis(services, { userId: studio.userId, asset, field: "assetId" });
    expect(waiting.analysis.state).toBe("queued");
    await costs.setBudgets(budget("5"));
    await endWindow(studio);
    await waiting.finished;
    expect(
      await getCoverAnalysis(services, { userId: studio.userId, id: waiting.analysis.id }),
    ).toMatchObject({ state: "failed", error: { code: "budget.reached", made: "nothing" } });
    expect(await countSent()).toBe(before + 1);
    expect(await spent()).toBe(2_800_000n);
  });
});
