import { createTestToken } from "@/lib/auth/testing/create-test-token";
import type { UsageDto } from "@/lib/costs/usage-dto";
import { openStudioHarness, type StudioHarness } from "@/lib/generations/testing/studio-harness.server";
import type { RouteHandler } from "@/lib/http/route.server";
import { PUT as putBudgets } from "../../budgets/route";
import { PUT as putPrices } from "../../prices/route";
import { GET as getUsage } from "../route";

type Who = "owner" | "member";

interface Call {
  who?: Who;
  query?: string;
  /** With one it is a PUT. */
  body?: unknown;
  /** A body that JSON cannot write. */
  text?: string;
}

/** A request that was answered. */
interface Answered {
  userId?: string;
  at?: string;
  generator?: string;
  model?: string;
  sandbox?: boolean;
  characters?: number;
  currency?: string;
  estimate?: bigint;
  cost?: bigint;
}

/** A studio with an owner and a member, and its routes of prices, budgets and usage. */
export interface CostStudio {
  studio: StudioHarness;
  /** The member's ID. The name is a formula to a spreadsheet. */
  member: string;
  call(handler: RouteHandler, options?: Call): Promise<Response>;
  setPrices(body: unknown, who?: Who): Promise<Response>;
  /** Replaces all budgets; none removes them. */
  setBudgets(...budgets: object[]): Promise<Response>;
  readUsage(query?: string, who?: Who): Promise<UsageDto>;
  /** Writes an answered request as a worker leaves it and returns the ID of its generation. */
  addAnswered(answered?: Answered): Promise<string>;
  /** Leaves no request, figure, price or budget. */
  clear(): Promise<void>;
}

export async function openCostStudio(): Promise<CostStudio> {
  const studio = await openStudioHarness();
  const { database } = studio.test;
  const { id: member } = await database.user.create({
    data: { email: "member@example.test", name: "=1+1" },
  });
  const tokens = {
    owner: (await createTestToken(studio.userId, database)).token,
    member: (await createTestToken(member, database)).token,
  };
  const call: CostStudio["call"] = (handler, { who = "owner", query = "", body, text } = {}) => {
    const sent = text ?? (body === undefined ? undefined : JSON.stringify(body));
    const request = new Request(`http://studio.test/api/v1/usage${query}`, {
      method: sent === undefined ? "GET" : "PUT",
      headers: { authorization: `Bearer ${tokens[who]}`, "content-type": "application/json" },
      ...(sent === undefined ? {} : { body: sent }),
    });
    return handler(request, { params: Promise.resolve({}) });
  };
  const setPrices: CostStudio["setPrices"] = (body, who = "owner") => call(putPrices, { body, who });
  const setBudgets: CostStudio["setBudgets"] = (...budgets) => call(putBudgets, { body: { budgets } });
  return {
    studio,
    member,
    call,
    setPrices,
    setBudgets,
    readUsage: async (query = "?sandbox=true", who = "owner") =>
      (await (await call(getUsage, { query, who })).json()) as UsageDto,
    async addAnswered({
      userId = studio.userId,
      at = "2026-10-31T23:30:00Z",
      generator = "speech",
      model = "speech-02-hd",
      sandbox = false,
      ...attempt
    } = {}) {
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
      const startedAt = new Date(at);
      const sent = { generationId: id, number: 1, state: "answered", userId, month: 202610, startedAt };
      await database.attempt.create({ data: { ...sent, ...attempt } });
      return id;
    },
    async clear() {
      await database.generation.deleteMany();
      await database.usageCount.deleteMany();
      await database.spending.deleteMany();
      await setBudgets();
      await setPrices({ currency: null, prices: [] });
    },
  };
}

/** A price of images. */
export const imagePrice = (changes: object = {}) => ({
  generator: "image",
  model: "image-01",
  unit: "image",
  amount: "0.025",
  ...changes,
});

/** The status of a refusal, and its fields with what is wrong with them. */
export async function readProblems(response: Response): Promise<{ status: number; errors: string[] }> {
  const { errors } = (await response.json()) as { errors: { path: string; key: string }[] };
  return { status: response.status, errors: errors.map(({ path, key }) => `${path} ${key}`) };
}
