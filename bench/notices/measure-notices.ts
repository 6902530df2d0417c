import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { openReceiver } from "@/lib/webhooks/testing/open-receiver";
import { quantile } from "../report/statistics";
import { atMost, type BenchContext, type Measure } from "../report/table";
import { unlimited, withStudio } from "../studio/running-studio";

const warmUps = 10;
const rounds = 100;

/** How long after the end of a generation its message is at the receiver of a webhook, one image at a time. */
export async function measureNotices(context: BenchContext): Promise<Measure[]> {
  const settings = {
    rateLimits: { endpoints: { imageGeneration: unlimited } },
    sandbox: { latencyMs: 50, rateLimits: "off" },
  };
  return withStudio(context, settings, async ({ api }) => {
    const receiver = await openReceiver();
    let arrived = Promise.withResolvers<number>();
    receiver.answer = (response, { body }) => {
      const { data } = JSON.parse(body) as { data: Pick<GenerationDto, "finishedAt"> };
      arrived.resolve(Date.now() - Date.parse(data.finishedAt!));
      response.writeHead(204).end();
    };
    try {
      const webhook = { name: "Bench", url: receiver.url, events: ["generation.succeeded"] };
      await api.request("POST", "/api/v1/webhooks", webhook);
      context.log(`notices: ${rounds} images, one after the other, each told to a webhook`);
      const delaysMs: number[] = [];
      for (let round = 0; round < warmUps + rounds; round += 1) {
        arrived = Promise.withResolvers();
        await api.create("image", { model: "image-01", prompt: `A quay, number ${round}` });
        delaysMs.push(await arrived.promise);
      }
      return [
        {
          name: "notices: a webhook is told of an end, p95",
          unit: "ms",
          figure: quantile(delaysMs.slice(warmUps), 0.95),
          aim: atMost(1_000),
        },
      ];
    } finally {
      await receiver.close();
    }
  });
}
