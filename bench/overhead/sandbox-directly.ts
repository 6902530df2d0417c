import { z } from "zod";
import { changeSandbox } from "../studio/change-sandbox";

const imagePath = "/v1/image_generation";

const answerSchema = z.object({
  data: z.object({ image_urls: z.array(z.url()).min(1) }),
  base_resp: z.object({ status_code: z.literal(0) }),
});

const requestsSchema = z.object({
  requests: z.array(z.object({ at: z.number(), path: z.string(), key: z.string().nullable() })),
});

/** The sandbox, asked without the studio. */
export class SandboxDirectly {
  readonly #baseUrl: string;

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl;
  }

  /** Every image takes this long, and no rate limit stands in the way. */
  async setUp({ latencyMs }: { latencyMs: number }): Promise<void> {
    await changeSandbox(this.#baseUrl, { latencyMs, rateLimits: "off" });
  }

  /** Makes and downloads one image; answers how long that took, in milliseconds. */
  async makeImage(input: object): Promise<number> {
    const startedAt = performance.now();
    const response = await fetch(`${this.#baseUrl}${imagePath}`, {
      method: "POST",
      headers: { authorization: "Bearer sandbox-key-good-straight", "content-type": "application/json" },
      body: JSON.stringify({ ...input, response_format: "url" }),
    });
    const answer = answerSchema.parse(await response.json());
    for (const url of answer.data.image_urls) {
      const picture = await (await fetch(url)).arrayBuffer();
      if (picture.byteLength === 0) throw new Error("The sandbox gave an empty picture.");
    }
    return performance.now() - startedAt;
  }

  /** When image requests with a key arrived, in epoch milliseconds, in their order. */
  async listArrivals(key: string): Promise<number[]> {
    const response = await fetch(`${this.#baseUrl}/__sandbox/requests`);
    const { requests } = requestsSchema.parse(await response.json());
    return requests
      .filter((request) => request.path === imagePath && request.key === key)
      .map(({ at }) => at);
  }
}
