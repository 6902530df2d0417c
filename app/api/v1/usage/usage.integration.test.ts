import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { GET as getUsage } from "./route";
import { type CostStudio, imagePrice, openCostStudio, readProblems } from "./testing/cost-studio";

describe("usage", () => {
  let costs: CostStudio;

  beforeAll(async () => {
    costs = await openCostStudio();
  });
  beforeEach(() => costs.clear());
  afterAll(() => costs.studio.close());

  it("has what the service reported and what it came to at the prices of its time", async () => {
    const response = await costs.setPrices({
      currency: "EUR",
      prices: [
        imagePrice(),
        imagePrice({
          generator: "speech",
          model: "speech-02-hd",
          unit: "character",
          amount: "30",
          per: 1_000_000,
        }),
      ],
    });
    expect(response.status).toBe(200);
    const speech = {
      model: "speech-02-hd",
      text: "Twelve signs",
      voice_setting: { voice_id: "female-shaonv" },
    };
    const made = [
      await costs.studio.submit({ model: "image-01", prompt: "a boat", n: 3 }),
      await costs.studio.submit(speech, { generator: "speech" }),
    ];
    const worker = await costs.studio.startWorker();
    for (const { id } of made) expect((await costs.studio.waitForEnd(id)).state).toBe("succeeded");
    await worker.stop();
    const { total, generators, models, members, days } = await costs.readUsage();
    expect(total).toMatchObject({
      requests: 2,
      images: 3,
      characters: 12,
      songs: 0,
      unpriced: 0,
      costs: [{ currency: "EUR", amount: "0.07536" }],
    });
    expect(total.seconds).toBeGreaterThan(0);
    expect(generators.map(({ generator }) => generator).toSorted()).toEqual(["image", "speech"]);
    expect(models).toHaveLength(2);
    expect(members).toMatchObject([{ id: costs.studio.userId, name: "Test", requests: 2 }]);
    expect(days).toMatchObject([{ requests: 2 }]);
    // The sandbox stands apart.
    expect((await costs.readUsage("")).total).toMatchObject({ requests: 0, costs: [] });
    expect((await costs.readUsage("?sandbox=true", "member")).total.requests).toBe(0);

    // New prices change nothing of what was sent.
    await costs.setPrices({ currency: "EUR", prices: [imagePrice({ amount: "9" })] });
    expect((await costs.readUsage()).total.costs).toEqual([{ currency: "EUR", amount: "0.07536" }]);
    // Nor does deleting it for good.
    await costs.studio.test.database.generation.deleteMany();
    expect((await costs.readUsage()).total).toMatchObject({ requests: 2, images: 3 });
  });

  it("estimates what waits, and anew when prices change", async () => {
    const { id } = await costs.studio.submit({ model: "image-01", prompt: "a boat", n: 2 });
    const find = () => costs.studio.test.database.generation.findUniqueOrThrow({ where: { id } });
    expect(await find()).toMatchObject({ estimate: null, currency: null });
    await costs.setPrices({ currency: "EUR", prices: [imagePrice()] });
    expect(await find()).toMatchObject({ estimate: 50_000n, currency: "EUR", isAtLeast: false });
    await costs.setPrices({ currency: "EUR", prices: [imagePrice({ validFrom: "2100-01-01T00:00:00Z" })] });
    expect(await find()).toMatchObject({ estimate: null, currency: null });
  });

  it("counts nothing that was refused or not sent", async () => {
    const id = await costs.addAnswered({ characters: 5, currency: "EUR", cost: 7n });
    const query = "?from=2026-10-31&until=2026-10-31";
    expect((await costs.readUsage(query)).total).toMatchObject({ requests: 1, characters: 5 });
    await costs.studio.test.database.attempt.updateMany({
      where: { generationId: id },
      data: { state: "refused" },
    });
    expect((await costs.readUsage(query)).total).toMatchObject({ requests: 0, characters: 0 });
    expect(await costs.studio.test.database.spending.findMany()).toMatchObject([
      { spent: 0n },
      { spent: 0n },
    ]);
  });

  it.each([
    ["UTC", "2026-10-31"],
    ["Asia/Shanghai", "2026-11-01"],
    ["Asia/Kathmandu", "2026-11-01"],
    ["America/Los_Angeles", "2026-10-31"],
  ])("has the days of %s", async (timeZone, day) => {
    await costs.addAnswered();
    const { days } = await costs.readUsage(`?from=2026-10-01&until=2026-11-30&timeZone=${timeZone}`);
    expect(days.map((each) => each.day)).toEqual([day]);
    const other = day === "2026-10-31" ? "2026-11-01" : "2026-10-31";
    expect((await costs.readUsage(`?from=${other}&until=${other}&timeZone=${timeZone}`)).days).toEqual([]);
  });

  it("shows members only themselves, and owners everyone", async () => {
    await costs.addAnswered();
    await costs.addAnswered({ userId: costs.member });
    const query = "?from=2026-10-01&until=2026-10-31";
    expect((await costs.readUsage(query)).members).toHaveLength(2);
    expect((await costs.readUsage(`${query}&memberId=${costs.member}`)).members).toMatchObject([
      { id: costs.member, requests: 1 },
    ]);
    expect(
      (await costs.readUsage(`${query}&memberId=${costs.studio.userId}`, "member")).members,
    ).toMatchObject([{ id: costs.member }]);
  });

  it.each([
    ["?from=2026-02-30", "from field.invalid"],
    ["?from=0000-01-01", "from field.invalid"],
    ["?from=2026-03-02&until=2026-03-01", "until usage.until"],
    ["?timeZone=Mars/Olympus", "timeZone field.invalid"],
  ])("refuses the period %s at its field", async (query, problem) => {
    expect(await readProblems(await costs.call(getUsage, { query }))).toEqual({
      status: 422,
      errors: [problem],
    });
  });
});
