import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import type { ItemDto, ItemPage } from "@/lib/items/item-dto";
import { inTurns, timeIt } from "../report/rounds";
import { median } from "../report/statistics";
import { ratioAtMost, type BenchContext, type Measure } from "../report/table";
import { type RunningStudio, unlimited, withStudio } from "../studio/running-studio";
import type { StudioApi } from "../studio/studio-api";

const warmUps = 40;
const rounds = 200;
const images = 60;
/** Making and waiting takes as long as the sandbox, so few rounds tell as much. */
const waitRounds = 30;
const makeRounds = 60;
const latencyMs = 200;

/** The same over REST and with a tool. */
interface Way {
  rest: () => Promise<unknown>;
  tool: () => Promise<unknown>;
  /** Not timed: until nothing of it is under way that would slow the next. */
  settle?: (result: unknown) => Promise<void>;
}

/**
 * What the protocol of agents adds to the REST API: the same four things with the SDK's client and with fetch, in turns, on
 * the same studio and with the same token.
 */
export async function measureMcp(context: BenchContext): Promise<Measure[]> {
  const settings = {
    rateLimits: { endpoints: { imageGeneration: unlimited } },
    sandbox: { latencyMs, rateLimits: "off" },
  };
  return withStudio(context, settings, async ({ studio, api }) => {
    const agent = await connectAgent(studio);
    try {
      const item = await fillLibrary(api);
      const ways = describeWays({ studio, api, agent, item });
      const measures: Measure[] = [];
      for (const [name, way, count] of ways) {
        context.log(`mcp: ${name}, ${count} times each way, in turns`);
        measures.push({
          name: `mcp: ${name}, median`,
          unit: "ms",
          ...(await compare(way, count)),
          aim: ratioAtMost(1.15),
        });
      }
      return measures;
    } finally {
      await agent.client.close();
    }
  });
}

interface Subjects {
  studio: RunningStudio;
  api: StudioApi;
  agent: Awaited<ReturnType<typeof connectAgent>>;
  item: ItemDto;
}

function describeWays({ studio, api, agent, item }: Subjects): [string, Way, number][] {
  const headers = { authorization: `Bearer ${studio.token}` };
  const download = async (path: string) => {
    const response = await fetch(new URL(path, studio.address), { headers });
    if ((await response.arrayBuffer()).byteLength !== item.bytes) throw new Error("The file is not whole.");
  };
  const list: Way = {
    rest: () => api.request<ItemPage>("GET", "/api/v1/items?limit=40"),
    tool: () => agent.use<ItemPage>("find_items", { limit: 40 }),
  };
  const make: Way = {
    rest: () => api.create("image", input),
    tool: () => agent.use<GenerationDto>("make_image", { input }),
    settle: async (made) => waitForEnd(api, made as GenerationDto),
  };
  const wait: Way = {
    async rest() {
      const { id } = await api.create("image", input);
      await waitForEnd(api, { id });
    },
    async tool() {
      const { id } = await agent.use<GenerationDto>("make_image", { input });
      expectEnd(await agent.use<GenerationDto>("wait_for_generation", { id, wait: 50 }));
    },
  };
  const get: Way = {
    async rest() {
      const path = `/api/media/${item.assetId}`;
      const head = await fetch(new URL(path, studio.address), { method: "HEAD", headers });
      if (head.headers.get("content-length") !== String(item.bytes)) throw new Error("The size is wrong.");
      await download(path);
    },
    tool: async () =>
      download((await agent.use<{ url: string }>("fetch_file", { assetId: item.assetId })).url),
  };
  return [
    ["list 40 items", list, rounds],
    ["fetch a file", get, rounds],
    [`make an image and wait for it, ${latencyMs} ms at the service`, wait, waitRounds],
    ["make an image", make, makeRounds],
  ];
}

const input = { model: "image-01", prompt: "A lighthouse at dusk", aspect_ratio: "1:1", n: 1 };

async function waitForEnd(api: StudioApi, { id }: { id: string }): Promise<void> {
  expectEnd(await api.request<GenerationDto>("GET", `/api/v1/generations/${id}?wait=50`));
}

function expectEnd({ state }: GenerationDto): void {
  if (state !== "succeeded") throw new Error(`It ended ${state}.`);
}

async function compare(
  { rest, tool, settle }: Way,
  count: number,
): Promise<{ floor: number; figure: number }> {
  const time = async (run: () => Promise<unknown>) => {
    const { result, ms } = await timeIt(run);
    await settle?.(result);
    return { ms };
  };
  const times = await inTurns(
    { rounds: count, warmUp: Math.min(warmUps, count) },
    { rest: () => time(rest), tool: () => time(tool) },
  );
  return {
    floor: median(times.rest.map(({ ms }) => ms)),
    figure: median(times.tool.map(({ ms }) => ms)),
  };
}

async function connectAgent({ address, token }: RunningStudio) {
  const client = new Client({ name: "bench", version: "1" });
  const transport = new StreamableHTTPClientTransport(new URL("/api/mcp", address), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  await client.connect(transport as Parameters<Client["connect"]>[0]);
  return {
    client,
    async use<Value>(name: string, args: Record<string, unknown>): Promise<Value> {
      const result = CallToolResultSchema.parse(await client.callTool({ name, arguments: args }));
      const [first] = result.content;
      if (result.isError || first?.type !== "text") throw new Error(JSON.stringify(result));
      return JSON.parse(first.text) as Value;
    },
  };
}

/** Makes images until a page of items is full; returns one. */
async function fillLibrary(api: StudioApi): Promise<ItemDto> {
  const made = await Promise.all(Array.from({ length: images }, () => api.create("image", input)));
  for (const generation of made) await waitForEnd(api, generation);
  const { items } = await api.request<ItemPage>("GET", "/api/v1/items?limit=1");
  return items[0]!;
}
