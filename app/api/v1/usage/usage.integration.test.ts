import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestToken } from "@/lib/auth/testing/create-test-token";
import type { PricesDto } from "@/lib/costs/price-dto";
import type { UsageDto } from "@/lib/costs/usage-dto";
import { openStudioHarness, type StudioHarness } from "@/lib/generations/testing/studio-harness.server";
import type { RouteHandler } from "@/lib/http/route.server";
import { GET as getPrices, PUT as putPrices } from "../prices/route";
import { GET as getCsv } from "../usage.csv/route";
import { GET as getUsage } from "./route";

interface Problem {
  code: string;
  errors: { path: string; key: string }[];
}

describe("usage and prices", () => {
  let studio: StudioHarness;
  let member: string;
  let tokens: { owner: string; member: string };

  beforeAll(async () => {
    studio = await openStudioHarness();
    const { database } = studio.test;
    ({ id: member } = await database.user.create({ data: { email: "member@example.test", name: "=1+1" } }));
    tokens = {
      owner: (await createTestToken(studio.userId, database)).token,
      member: (await createTestToken(member, database)).token,
    };
  });
  beforeEach(async () => {
    const { database } = studio.test;
    await database.generation.deleteMany();
    await database.usageCount.deleteMany();
    await database.spending.deleteMany();
    await setPrices({ currency: null, prices: [] });
  });
  afterAll(() => studio.close());

  async function call(
    handler: RouteHandler,
    options: { who?: "owner" | "member"; query?: string; body?: unknown; text?: string } = {},
  ): Promise<Response> {
    const { who = "owner", query = "", body } = options;
    const text = options.text ?? (body === undefined ? undefined : JSON.stringify(body));
    const request = new Request(`http://studio.test/api/v1/usage${query}`, {
      method: text === undefined ? "GET" : "PUT",
      headers: { authorization: `Bearer ${tokens[who]}`, "content-type": "application/json" },
      ...(text === undefined ? {} : { body: text }),
    });
    return handler(request, { params: Promise.resolve({}) });
  }
  const usage = async (query = "?sandbox=true", who: "owner" | "member" = "owner") =>
    (await (await call(getUsage, { query, who })).json()) as UsageDto;
  const setPrices = (body: unknown, who: "owner" | "member" = "owner") => call(putPrices, { body, who });
  const problemsOf = async (response: Response) => {
    const { errors } = (await response.json()) as Problem;
    return { status: response.status, errors: errors.map(({ path, key }) => `${path} ${key}`) };
  };
  const price = (changes: object = {}) => ({
    generator: "image",
    model: "image-01",
    unit: "image",
    amount: "0.025",
    ...changes,
  });

  /** A request of a person that was answered at this time, as a worker leaves it. */
  async function addAnswered({
    userId = studio.userId,
    at = "2026-10-31T23:30:00Z",
    generator = "speech",
    model = "speech-02-hd",
    sandbox = false,
    ...attempt
  }: {
    userId?: string;
    at?: string;
    generator?: string;
    model?: string;
    sandbox?: boolean;
    characters?: number;
    currency?: string;
    estimate?: bigint;
    cost?: bigint;
  } = {}): Promise<string> {
    const { database } = studio.test;
    const { id } = await database.generation.create({
      data: {
        userId,
        generator,
        model,
        sandbox,
        state: "succeeded",
        input: {},
        idempotencyKey: crypto.randomUUID(),
        inputHash: "",
        connection: {},
      },
    });
    await database.attempt.create({
      data: {
        generationId: id,
        number: 1,
        state: "answered",
        userId,
        month: 202610,
        startedAt: new Date(at),
        ...attempt,
      },
    });
    return id;
  }

  it("has what the service reported and what it came to at the prices of its time", async () => {
    const response = await setPrices({
      currency: "EUR",
      prices: [
        price(),
        price({
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
      await studio.submit({ model: "image-01", prompt: "a boat", n: 3 }),
      await studio.submit(speech, { generator: "speech" }),
    ];
    const worker = await studio.startWorker();
    for (const { id } of made) expect((await studio.waitForEnd(id)).state).toBe("succeeded");
    await worker.stop();
    const { total, generators, models, members, days } = await usage();
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
    expect(members).toMatchObject([{ id: studio.userId, name: "Test", requests: 2 }]);
    expect(days).toMatchObject([{ requests: 2 }]);
    // The sandbox stands apart.
    expect((await usage("")).total).toMatchObject({ requests: 0, costs: [] });
    expect((await usage("?sandbox=true", "member")).total.requests).toBe(0);

    // New prices change nothing of what was sent.
    await setPrices({ currency: "EUR", prices: [price({ amount: "9" })] });
    expect((await usage()).total.costs).toEqual([{ currency: "EUR", amount: "0.07536" }]);
    // Nor does deleting it for good.
    await studio.test.database.generation.deleteMany();
    expect((await usage()).total).toMatchObject({ requests: 2, images: 3 });
  });

  it("estimates what waits, and anew when prices change", async () => {
    const { id } = await studio.submit({ model: "image-01", prompt: "a boat", n: 2 });
    const find = () => studio.test.database.generation.findUniqueOrThrow({ where: { id } });
    expect(await find()).toMatchObject({ estimate: null, currency: null });
    await setPrices({ currency: "EUR", prices: [price()] });
    expect(await find()).toMatchObject({ estimate: 50_000n, currency: "EUR", isAtLeast: false });
    await setPrices({ currency: "EUR", prices: [price({ validFrom: "2100-01-01T00:00:00Z" })] });
    expect(await find()).toMatchObject({ estimate: null, currency: null });
  });

  it("counts nothing that was refused or not sent", async () => {
    const id = await addAnswered({ characters: 5, currency: "EUR", cost: 7n });
    const query = "?from=2026-10-31&until=2026-10-31";
    expect((await usage(query)).total).toMatchObject({ requests: 1, characters: 5 });
    await studio.test.database.attempt.updateMany({
      where: { generationId: id },
      data: { state: "refused" },
    });
    expect((await usage(query)).total).toMatchObject({ requests: 0, characters: 0 });
    expect(await studio.test.database.spending.findMany()).toMatchObject([{ spent: 0n }, { spent: 0n }]);
  });

  it.each([
    ["UTC", "2026-10-31"],
    ["Asia/Shanghai", "2026-11-01"],
    ["Asia/Kathmandu", "2026-11-01"],
    ["America/Los_Angeles", "2026-10-31"],
  ])("has the days of %s", async (timeZone, day) => {
    await addAnswered();
    const { days } = await usage(`?from=2026-10-01&until=2026-11-30&timeZone=${timeZone}`);
    expect(days.map((each) => each.day)).toEqual([day]);
    const other = day === "2026-10-31" ? "2026-11-01" : "2026-10-31";
    expect((await usage(`?from=${other}&until=${other}&timeZone=${timeZone}`)).days).toEqual([]);
  });

  it("shows members only themselves, and owners everyone", async () => {
    await addAnswered();
    await addAnswered({ userId: member });
    const query = "?from=2026-10-01&until=2026-10-31";
    expect((await usage(query)).members).toHaveLength(2);
    expect((await usage(`${query}&memberId=${member}`)).members).toMatchObject([{ id: member, requests: 1 }]);
    expect((await usage(`${query}&memberId=${studio.userId}`, "member")).members).toMatchObject([
      { id: member },
    ]);
    const csv = await (await call(getCsv, { query, who: "member" })).text();
    expect(csv.trim().split("\r\n")).toHaveLength(2);
  });

  it("writes every request as CSV, in order and safe for spreadsheets", async () => {
    const first = await addAnswered({
      userId: member,
      characters: 4,
      currency: "EUR",
      estimate: 300n,
      cost: 100n,
    });
    const second = await addAnswered({ at: "2026-10-31T23:40:00Z" });
    await addAnswered({ sandbox: true });
    const response = await call(getCsv, { query: "?from=2026-10-01&until=2026-10-31" });
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
    const { database } = studio.test;
    const id = await addAnswered({ at: "2026-10-01T00:00:00Z" });
    await database.attempt.createMany({
      data: Array.from({ length: 2_500 }, (_none, index) => ({
        generationId: id,
        number: index + 2,
        state: "answered",
        userId: studio.userId,
        month: 202610,
        // Several share a time.
        startedAt: new Date(Date.UTC(2026, 9, 2) + Math.floor(index / 7) * 1_000),
      })),
    });
    const csv = await (await call(getCsv, { query: "?from=2026-10-01&until=2026-10-31" })).text();
    expect(csv.trim().split("\r\n")).toHaveLength(2_502);
    expect((await usage("?from=2026-10-01&until=2026-10-31")).total.requests).toBe(2_501);
  });

  it.each([
    ["?from=2026-02-30", "from field.invalid"],
    ["?from=0000-01-01", "from field.invalid"],
    ["?from=2026-03-02&until=2026-03-01", "until usage.until"],
    ["?timeZone=Mars/Olympus", "timeZone field.invalid"],
  ])("refuses the period %s at its field", async (query, problem) => {
    expect(await problemsOf(await call(getUsage, { query }))).toEqual({ status: 422, errors: [problem] });
  });

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
    await setPrices({ currency: "EUR", prices: [price()] });
    const answer = await setPrices({ currency: "EUR", prices: [price(changes)] });
    expect(await problemsOf(answer)).toEqual({ status: 422, errors: [problem] });
    const kept = (await (await call(getPrices, { who: "member" })).json()) as PricesDto;
    expect(kept).toMatchObject({ currency: "EUR", prices: [{ amount: "0.025", per: 1 }] });
  });

  it("refuses a number that is none, a currency that is none, none at all and the same price twice", async () => {
    const text = JSON.stringify({ currency: "EUR", prices: [price({ amount: 1 })] }).replace(
      '"amount":1',
      '"amount":1e400',
    );
    expect(await problemsOf(await call(putPrices, { text }))).toMatchObject({ status: 422 });
    const errorsOf = async (body: unknown) => (await problemsOf(await setPrices(body))).errors;
    expect(await errorsOf({ currency: "ABC", prices: [] })).toEqual(["currency price.currency"]);
    expect(await errorsOf({ currency: null, prices: [price()] })).toEqual(["currency field.required"]);
    expect(await errorsOf({ currency: "EUR", prices: [price(), price()] })).toEqual([
      "prices.1.unit price.twice",
    ]);
    expect(await errorsOf({ currency: "EUR", prices: Array.from({ length: 501 }, () => price()) })).toContain(
      "prices price.too-many",
    );
    expect((await setPrices({ currency: "EUR", prices: [price()] }, "member")).status).toBe(403);
  });
});
