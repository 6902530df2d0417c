import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { getWaitSlots } from "@/server/generation-services.server";
import { type AgentStudio, openAgentStudio, type TestAgent } from "./testing/agent-studio";

const image = { model: "image-01", prompt: "A lighthouse at dusk" };
const countWaits = () => getWaitSlots().count();

// Without a worker: nothing ends unless it is cancelled.
describe("waiting for a generation", () => {
  let agents: AgentStudio;
  let agent: TestAgent;

  beforeAll(async () => {
    agents = await openAgentStudio();
    agent = await agents.addAgent();
  });
  afterAll(() => agents.close());

  const read = async (response: Response) => (await response.json()) as GenerationDto & { code: string };

  it("ends with the generation, for agents and REST alike", { timeout: 40_000 }, async () => {
    const { id } = await agent.read<GenerationDto>("make_image", { input: image });
    const waiting = [
      agent.read<GenerationDto>("wait_for_generation", { id, wait: 50 }),
      agent.rest(`GET /api/v1/generations/${id}?wait=50`).then(read),
    ];
    await expect.poll(countWaits).toBe(2);
    await agent.read("cancel_generation", { id });
    const states = (await Promise.all(waiting)).map(({ state }) => state);
    expect(states).toEqual(["cancelled", "cancelled"]);
    await expect.poll(countWaits).toBe(0);
  });

  it("ends after the time that was asked for", async () => {
    const { id } = await agent.read<GenerationDto>("make_image", { input: image });
    const late = await agent.rest(`GET /api/v1/generations/${id}?wait=0.05`).then(read);
    expect(late.state).toBe("queued");
    const tooLong = await agent.rest(`GET /api/v1/generations/${id}?wait=51`).then(read);
    expect(tooLong).toMatchObject({
      code: "input.invalid",
      errors: [{ path: "wait", key: "field.too-big" }],
    });
  });

  it("is refused to one too many, and free again when a caller leaves", async () => {
    const { id } = await agent.read<GenerationDto>("make_image", { input: image });
    const leaving = new AbortController();
    const path = `GET /api/v1/generations/${id}?wait=50`;
    const waiting = Array.from({ length: 16 }, () => agent.rest(path, undefined, leaving.signal));
    const left = Promise.allSettled(waiting);
    await expect.poll(countWaits).toBe(16);
    const refused = await agent.rest(path);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    const told = await agent.call("wait_for_generation", { id });
    expect(told).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("rate.throttled") }],
    });
    leaving.abort();
    expect((await left).every(({ status }) => status === "rejected")).toBe(true);
    await expect.poll(countWaits).toBe(0);
  });
});
