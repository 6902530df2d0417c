import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PricesDto } from "@/lib/costs/price-dto";
import type { StudioHarness } from "@/lib/generations/testing/studio-harness.server";
import { type CostStudio, openCostStudio } from "../usage/testing/cost-studio";
import { GET as getPrices } from "./route";

const image = { generator: "image", model: "image-01" };
const perRequest = { ...image, unit: "request", amount: "1" };
const perImage = { ...image, unit: "image", amount: "0.1" };

describe("prices", () => {
  let costs: CostStudio;
  let studio: StudioHarness;

  beforeAll(async () => {
    costs = await openCostStudio();
    ({ studio } = costs);
  });
  afterAll(() => studio.close());

  async function call(body?: object): Promise<PricesDto> {
    const response = await (body ? costs.setPrices(body) : costs.call(getPrices));
    expect(response.status).toBe(200);
    return (await response.json()) as PricesDto;
  }

  it.each([
    ["a price changes", [{ ...perImage, amount: "5" }]],
    ["a price is removed", []],
    ["a price is to change later", [{ ...perImage, amount: "5", validFrom: "2100-01-01T00:00:00.000Z" }]],
  ])("are those of when it was sent for what is out while %s", async (_name, next) => {
    const { prices } = await call({ currency: "EUR", prices: [perRequest, perImage] });
    const { id } = await studio.submit({ model: "image-01", prompt: "a boat [[latency:3000]]", n: 2 });
    const worker = await studio.startWorker();
    await studio.waitFor(id, ({ state }) => state === "running");
    // As the form sends it: what did not change keeps its time.
    const kept = prices.filter(({ unit }) => unit === "request");
    const after = await call({ currency: "EUR", prices: [...kept, ...next] });
    expect(after).toMatchObject({ prices: [...next, kept[0]] });
    expect(await call()).toEqual(after);
    expect((await studio.waitForEnd(id)).state).toBe("succeeded");
    await worker.stop();
    const attempts = await studio.test.database.attempt.findMany({ where: { generationId: id } });
    expect(attempts).toMatchObject([{ estimate: 1_200_000n, cost: 1_200_000n, currency: "EUR" }]);
  });

  it("tells once that what waits is estimated anew", async () => {
    await call({ currency: "EUR", prices: [perRequest] });
    const told: string[] = [];
    const unsubscribe = studio.hub.subscribe(studio.userId, {
      onChange: ({ id }) => void told.push(id),
      onListChange: (list) => void told.push(list),
      onLineChange: () => {},
      onGap: () => {},
    });
    const made = [];
    for (const prompt of ["a boat", "a lake", "a shore"])
      made.push(await studio.submit({ model: "image-01", prompt, n: 1 }));
    await expect.poll(() => told).toEqual(made.map(({ id }) => id));
    told.length = 0;
    await call({ currency: "EUR", prices: [{ ...perRequest, amount: "2" }] });
    await expect.poll(() => told.includes("generations"), { timeout: 10_000 }).toBe(true);
    unsubscribe();
    expect(told).toEqual(["generations"]);
    const rows = await studio.test.database.generation.findMany({
      where: { id: { in: made.map(({ id }) => id) } },
    });
    expect(rows.map(({ estimate }) => estimate)).toEqual([2_000_000n, 2_000_000n, 2_000_000n]);
  });
});
