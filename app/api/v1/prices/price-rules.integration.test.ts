import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { PricesDto } from "@/lib/costs/price-dto";
import { type CostStudio, imagePrice, openCostStudio, readProblems } from "../usage/testing/cost-studio";
import { GET as getPrices, PUT as putPrices } from "./route";

describe("rules of prices", () => {
  let costs: CostStudio;

  beforeAll(async () => {
    costs = await openCostStudio();
  });
  beforeEach(() => costs.clear());
  afterAll(() => costs.studio.close());

  it.each([
    [{ amount: "-1" }, "prices.0.amount price.amount"],
    [{ amount: "NaN" }, "prices.0.amount price.amount"],
    [{ amount: "1e400" }, "prices.0.amount price.amount"],
    [{ amount: "1000000" }, "prices.0.amount price.amount"],
    [{ amount: 0.1 }, "prices.0.amount price.amount"],
    [{ amount: null }, "prices.0.amount price.amount"],
    [{ per: 0 }, "prices.0.per price.per"],
    [{ per: 1.5 }, "prices.0.per price.per"],
    [{ unit: "litre" }, "prices.0.unit field.choice"],
    [{ model: "image-99" }, "prices.0.model price.model"],
    [{ generator: "__proto__" }, "prices.0.generator price.generator"],
    [{ validFrom: "yesterday" }, "prices.0.validFrom field.invalid"],
    [{ currency: "USD" }, "prices.0.currency field.unknown"],
  ])("refuses a price with %j at its field, and keeps the table", async (changes, problem) => {
    await costs.setPrices({ currency: "EUR", prices: [imagePrice()] });
    const answer = await costs.setPrices({ currency: "EUR", prices: [imagePrice(changes)] });
    expect(await readProblems(answer)).toEqual({ status: 422, errors: [problem] });
    const kept = (await (await costs.call(getPrices, { who: "member" })).json()) as PricesDto;
    expect(kept).toMatchObject({ currency: "EUR", prices: [{ amount: "0.025", per: 1 }] });
  });

  it("refuses a number that is none, a currency that is none, none at all and the same price twice", async () => {
    const text = JSON.stringify({ currency: "EUR", prices: [imagePrice({ amount: 1 })] }).replace(
      '"amount":1',
      '"amount":1e400',
    );
    expect(await readProblems(await costs.call(putPrices, { text }))).toMatchObject({ status: 422 });
    const errorsOf = async (body: unknown) => (await readProblems(await costs.setPrices(body))).errors;
    expect(await errorsOf({ currency: "ABC", prices: [] })).toEqual(["currency price.currency"]);
    expect(await errorsOf({ currency: null, prices: [imagePrice()] })).toEqual(["currency field.required"]);
    expect(await errorsOf({ currency: "EUR", prices: [imagePrice(), imagePrice()] })).toEqual([
      "prices.1.unit price.twice",
    ]);
    expect(
      await errorsOf({ currency: "EUR", prices: Array.from({ length: 501 }, () => imagePrice()) }),
    ).toContain("prices price.too-many");
    expect((await costs.setPrices({ currency: "EUR", prices: [imagePrice()] }, "member")).status).toBe(403);
  });
});
