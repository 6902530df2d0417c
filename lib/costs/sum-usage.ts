import { toDecimal } from "./money";
import type { UsageDto, UsageFigures } from "./usage-dto";

/** What was used, at prices of one currency. */
interface Used {
  /** Empty where no price applied. */
  currency: string;
  requests: number;
  characters: number;
  milliseconds: number;
  images: number;
  songs: number;
  /** In micro-units. */
  cost: bigint;
}

/** Of a day. */
export interface UsedDay extends Used {
  day: string;
}

/** Of a period, by one person and of one model. */
export interface UsedShare extends Used {
  userId: string;
  name: string | null;
  generator: string;
  model: string;
}

/** The sums of a period in all and by day, generator, model and member; most requests first, days in order. Pure. */
export function sumUsage({
  days,
  shares,
}: {
  days: readonly UsedDay[];
  shares: readonly UsedShare[];
}): Pick<UsageDto, "total" | "days" | "generators" | "models" | "members"> {
  return {
    total: sum(days),
    days: group(
      days,
      ({ day }) => day,
      ({ day }) => ({ day }),
    ).toSorted((a, b) => (a.day < b.day ? -1 : 1)),
    generators: group(
      shares,
      ({ generator }) => generator,
      ({ generator }) => ({ generator }),
    ).toSorted(byRequests),
    models: group(
      shares,
      ({ generator, model }) => JSON.stringify([generator, model]),
      ({ generator, model }) => ({ generator, model }),
    ).toSorted(byRequests),
    members: group(
      shares,
      ({ userId }) => userId,
      ({ userId, name }) => ({ id: userId, name }),
    ).toSorted(byRequests),
  };
}

const byRequests = (a: UsageFigures, b: UsageFigures) => b.requests - a.requests;

function group<Row extends Used, Key extends object>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  name: (row: Row) => Key,
): (Key & UsageFigures)[] {
  return [...Map.groupBy(rows, keyOf).values()].map((same) => ({ ...name(same[0]!), ...sum(same) }));
}

function sum(rows: readonly Used[]): UsageFigures {
  const add = (valueOf: (row: Used) => number) => rows.reduce((total, row) => total + valueOf(row), 0);
  const priced = Map.groupBy(
    rows.filter(({ currency }) => currency !== ""),
    ({ currency }) => currency,
  );
  return {
    requests: add(({ requests }) => requests),
    characters: add(({ characters }) => characters),
    seconds: add(({ milliseconds }) => milliseconds) / 1_000,
    images: add(({ images }) => images),
    songs: add(({ songs }) => songs),
    unpriced: add(({ currency, requests }) => (currency === "" ? requests : 0)),
    costs: [...priced]
      .map(([currency, same]) => ({
        currency,
        amount: toDecimal(same.reduce((total, { cost }) => total + cost, 0n)),
      }))
      .toSorted((a, b) => (a.currency < b.currency ? -1 : 1)),
  };
}
