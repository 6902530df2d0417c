import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type CostStudio, openCostStudio } from "../usage/testing/cost-studio";
import { GET as getCsv } from "./route";

describe("usage as CSV", () => {
  let costs: CostStudio;

  beforeAll(async () => {
    costs = await openCostStudio();
  });
  beforeEach(() => costs.clear());
  afterAll(() => costs.studio.close());

  it("writes every request as CSV, in order and safe for spreadsheets", async () => {
    const first = await costs.addAnswered({
      userId: costs.member,
      characters: 4,
      currency: "EUR",
      estimate: 300n,
      cost: 100n,
    });
    const second = await costs.addAnswered({ at: "2026-10-31T23:40:00Z" });
    await costs.addAnswered({ sandbox: true });
    const response = await costs.call(getCsv, { query: "?from=2026-10-01&until=2026-10-31" });
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    const bytes = new Uint8Array(await response.arrayBuffer());
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
    expect(text).toBe(
      "\ufeffsent_at,generation_id,member,generator,model,response,characters,seconds,images,songs,currency,estimate,cost,difference\r\n" +
        `2026-10-31T23:30:00.000Z,${first},'=1+1,speech,speech-02-hd,received,4,,,,EUR,0.0003,0.0001,-0.0002\r\n` +
        `2026-10-31T23:40:00.000Z,${second},Test,speech,speech-02-hd,received,,,,,,,,\r\n`,
    );
  });

  it("writes more requests than it reads at once, each of them once", async () => {
    const { database } = costs.studio.test;
    const id = await costs.addAnswered({ at: "2026-10-01T00:00:00Z" });
    await database.attempt.createMany({
      data: Array.from({ length: 2_500 }, (_none, index) => ({
        generationId: id,
        number: index + 2,
        state: "answered",
        userId: costs.studio.userId,
        month: 202610,
        // Several share a time.
        startedAt: new Date(Date.UTC(2026, 9, 2) + Math.floor(index / 7) * 1_000),
      })),
    });
    const csv = await (await costs.call(getCsv, { query: "?from=2026-10-01&until=2026-10-31" })).text();
    expect(csv.trim().split("\r\n")).toHaveLength(2_502);
    expect((await costs.readUsage("?from=2026-10-01&until=2026-10-31")).total.requests).toBe(2_501);
  });

  it("writes members only their own requests", async () => {
    await costs.addAnswered();
    const own = await costs.addAnswered({ userId: costs.member });
    const query = "?from=2026-10-01&until=2026-10-31";
    const csv = await (await costs.call(getCsv, { query, who: "member" })).text();
    const [, ...lines] = csv.trim().split("\r\n");
    expect(lines).toEqual([expect.stringContaining(own)]);
  });
});
