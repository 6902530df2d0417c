import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { UsageFigures } from "@/lib/costs/usage-dto";
import { dayIn } from "@/lib/costs/usage-period";
import { type CostStudio, openCostStudio } from "./testing/cost-studio";

const zones = [
  "UTC",
  "Europe/Vienna",
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "America/St_Johns",
  "Pacific/Auckland",
  "Pacific/Pago_Pago",
];
const periods = [
  // The clocks change in Vienna within it.
  ["2026-10-01", "2026-10-31"],
  ["2026-10-25", "2026-10-25"],
  ["2026-10-24", "2026-10-25"],
  ["2026-09-30", "2026-11-02"],
  ["2020-01-01", "2020-12-31"],
] as const;
const start = Date.UTC(2026, 8, 29);
const people = 2;
const requests = 1_500;

interface Sent {
  who: number;
  at: number;
  model: string;
  characters: number;
}

const pick = ({ requests: count, characters, costs }: UsageFigures) => ({
  requests: count,
  characters,
  costs,
});
const sumOf = (same: readonly Sent[]) => ({
  requests: same.length,
  characters: same.reduce((sum, { characters }) => sum + characters, 0),
  costs: [{ currency: "EUR", amount: String(same.length / 100) }],
});

describe("sums of usage", () => {
  let costs: CostStudio;
  const sent: Sent[] = [];
  const idOf = (who: number) => (who === 0 ? costs.studio.userId : costs.member);

  beforeAll(async () => {
    costs = await openCostStudio();
    const { database } = costs.studio.test;
    const models = ["speech-02-hd", "speech-02-turbo"];
    const takes = new Map<string, string>();
    for (const model of models)
      takes.set(model, await costs.addAnswered({ model, at: "2000-01-01T00:00:00Z" }));
    // Every 31 minutes, so that all quarters of an hour and both sides of every midnight occur.
    for (let number = 0; number < requests; number += 1) {
      const model = models[number % 3 === 0 ? 0 : 1]!;
      sent.push({ who: number % people, at: start + number * 31 * 60 * 1_000, model, characters: number });
    }
    await database.attempt.createMany({
      data: sent.map(({ who, at, model, characters }, index) => ({
        generationId: takes.get(model)!,
        number: index + 2,
        state: "answered",
        userId: idOf(who),
        month: 202610,
        startedAt: new Date(at),
        characters,
        currency: "EUR",
        cost: 10_000n,
      })),
    });
  });
  afterAll(() => costs.studio.close());

  it.each(zones)("are those of the requests on the days of %s", async (timeZone) => {
    const dated = sent.map((request) => ({ ...request, day: dayIn(timeZone, request.at) }));
    for (const [from, until] of periods) {
      for (const who of [null, ...Array.from({ length: people }).keys()]) {
        const query = new URLSearchParams({ from, until, timeZone });
        if (who !== null) query.set("memberId", idOf(who));
        const usage = await costs.readUsage(`?${query}`);
        const expected = dated.filter(
          ({ day, who: of }) => day >= from && day <= until && (who === null || of === who),
        );
        const sumBy = (keyOf: (request: Sent & { day: string }) => string) =>
          Object.fromEntries([...Map.groupBy(expected, keyOf)].map(([key, same]) => [key, sumOf(same)]));
        const { total, days, models, members } = usage;
        expect({ query: `${query}`, requests: total.requests }).toEqual({
          query: `${query}`,
          requests: expected.length,
        });
        expect(Object.fromEntries(days.map((row) => [row.day, pick(row)]))).toEqual(sumBy(({ day }) => day));
        expect(Object.fromEntries(models.map((row) => [row.model, pick(row)]))).toEqual(
          sumBy(({ model }) => model),
        );
        expect(Object.fromEntries(members.map((row) => [row.id, pick(row)]))).toEqual(
          sumBy((request) => idOf(request.who)),
        );
      }
    }
  });

  it("follow what a request turns out to have used, and what is not one after all", async () => {
    const { database } = costs.studio.test;
    const id = await costs.addAnswered({
      at: "2027-03-01T12:00:00Z",
      characters: 5,
      currency: "EUR",
      cost: 7n,
    });
    const read = async () => {
      const { total, days, models } = await costs.readUsage("?from=2027-03-01&until=2027-03-01");
      return [total, ...days, ...models].map(({ characters, costs: amounts }) => [characters, amounts]);
    };
    const euros = (amount: string) => [{ currency: "EUR", amount }];
    const thrice = (value: unknown) => [value, value, value];
    expect(await read()).toEqual(thrice([5, euros("0.000007")]));
    await database.attempt.updateMany({ where: { generationId: id }, data: { characters: 6, cost: 9n } });
    expect(await read()).toEqual(thrice([6, euros("0.000009")]));
    await database.attempt.updateMany({ where: { generationId: id }, data: { state: "refused" } });
    expect(await read()).toEqual([[0, []]]);
  });
});
