import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateCost, findPrices, priceUsage, type UnitPrice } from "./estimate-cost";
import { measureUsage } from "./measure-usage";
import { sumEstimates } from "./sum-estimates";
import { amountPattern, toDecimal, toMicros } from "./money";

const price = (changes: Partial<UnitPrice>): UnitPrice => ({
  generator: "speech",
  model: "speech-1",
  unit: "character",
  amount: toMicros("30"),
  per: 1_000_000,
  validFrom: 0,
  ...changes,
});

describe("money", () => {
  it("is exact from text to text", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 999_999_999_999_999n }), (micros) => {
        const text = toDecimal(micros);
        expect(text).toMatch(amountPattern);
        expect(toMicros(text)).toBe(micros);
      }),
    );
    expect(toDecimal(-1_500_000n)).toBe("-1.5");
  });

  it.each(["-1", "NaN", "1e400", "", ".5", "1,5", "0.0000001", "1234567890", " 1"])(
    "does not accept %o",
    (text) => expect(amountPattern.test(text)).toBe(false),
  );
});

describe("an estimate", () => {
  it("adds up exactly what sums of fractions would not", () => {
    const prices = [
      price({ unit: "request", amount: toMicros("0.1"), per: 1 }),
      price({ unit: "character", amount: toMicros("0.2"), per: 1 }),
    ];
    expect(estimateCost(prices, { characters: 1 })).toEqual({ amount: toMicros("0.3"), isAtLeast: false });
  });

  it("rounds a part of a micro-unit, halves up", () => {
    expect(estimateCost([price({ amount: 1n, per: 2 })], { characters: 1 })?.amount).toBe(1n);
    expect(estimateCost([price({ amount: 1n, per: 3 })], { characters: 1 })?.amount).toBe(0n);
  });

  it("is the least where a quantity is known afterwards only", () => {
    const prices = [
      price({ unit: "song", amount: toMicros("0.03"), per: 1 }),
      price({ unit: "second", amount: toMicros("0.06"), per: 60 }),
    ];
    expect(estimateCost(prices, { songs: 1, milliseconds: null })).toEqual({
      amount: toMicros("0.03"),
      isAtLeast: true,
    });
    const used = { requests: 1, characters: null, milliseconds: 90_500, images: null, songs: 1 };
    expect(priceUsage(prices, used)).toEqual({ amount: toMicros("0.1205"), isAtLeast: false });
  });

  it("is nothing without a price that applies", () => {
    expect(estimateCost([], { images: 4 })).toBeNull();
    expect(estimateCost([price({ unit: "song" })], { images: 4 })).toBeNull();
  });

  it("uses the newest price of each unit that is valid", () => {
    const prices = [
      price({ amount: 1n }),
      price({ amount: 2n, validFrom: 10 }),
      price({ amount: 3n, validFrom: 20 }),
      price({ amount: 9n, unit: "request" }),
      price({ amount: 7n, model: "speech-2" }),
    ];
    const amounts = (at: number) =>
      findPrices(prices, { generator: "speech", model: "speech-1", at }).map(({ amount }) => amount);
    expect(amounts(15)).toEqual([2n, 9n]);
    expect(amounts(20)).toEqual([3n, 9n]);
  });
});

describe("an estimate of several", () => {
  const prices = [price({ unit: "request", amount: 5n, per: 1 })];
  const sum = (...models: string[]) =>
    sumEstimates(
      prices,
      models.map((model) => ({ model, expected: {} })),
      { generator: "speech", at: 1 },
    );

  it("adds up, and is the least where one has no price", () => {
    expect(sum("speech-1", "speech-1")).toEqual({ amount: 10n, isAtLeast: false });
    expect(sum("speech-1", "speech-2")).toEqual({ amount: 5n, isAtLeast: true });
    expect(sum("speech-2")).toBeNull();
    expect(sum()).toBeNull();
  });
});

describe("what was used", () => {
  const sound = { durationSeconds: 2.5 };

  it("is what the service reported", () => {
    const used = measureUsage({
      expected: { characters: 10, milliseconds: null },
      usage: { characters: 12 },
      facts: { extra_info: { audio_length: 2_400 } },
      results: [sound],
    });
    expect(used).toEqual({ requests: 1, characters: 12, milliseconds: 2_400, images: null, songs: null });
  });

  it("is what the results show where nothing was reported", () => {
    const answer = { usage: null, facts: null, results: [sound] };
    expect(measureUsage({ ...answer, expected: { characters: 10, milliseconds: null } })).toMatchObject({
      characters: 10,
      milliseconds: 2_500,
    });
    expect(
      measureUsage({ ...answer, expected: { milliseconds: 6_000 }, results: [{ durationSeconds: null }] }),
    ).toMatchObject({ milliseconds: 6_000 });
    expect(measureUsage({ ...answer, expected: { images: 4 }, results: [sound, sound] })).toMatchObject({
      images: 2,
      songs: null,
    });
  });

  it("is nothing but the request where nothing was made", () => {
    const expected = { characters: 10, milliseconds: null, songs: 1 };
    expect(measureUsage({ expected, usage: null, facts: null, results: [] })).toEqual({
      requests: 1,
      characters: 0,
      milliseconds: 0,
      images: null,
      songs: 0,
    });
  });

  it.each([Number.NaN, -1, Infinity, "12", null])("ignores a report of %o", (characters) => {
    const answer = { expected: { characters: 10 }, facts: null, results: [sound] };
    expect(measureUsage({ ...answer, usage: { characters } }).characters).toBe(10);
  });
});
