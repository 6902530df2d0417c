import { randomInt } from "node:crypto";
import { stripFaultWords } from "../faults.ts";
import { SUCCESS } from "../http/answer.ts";
import { Refusal } from "../http/refusal.ts";
import { drawImage, type ImageFormat } from "../media/draw-image.ts";
import { defineEndpoint } from "./service-endpoint.ts";
import { type ImageRequest, parseImageRequest } from "../rules/image-rules.ts";
import type { Call } from "../sandbox-context.ts";
import { makeTextId } from "../state/identifiers.ts";

const CONTENT_TYPES: Record<ImageFormat, string> = { jpeg: "image/jpeg", png: "image/png" };

/** POST /v1/image_generation: service.md "Image generation request" and unshown.md "Image". */
export const imageGeneration = defineEndpoint<ImageRequest>("POST /v1/image_generation", {
  billable: true,
  typicalLatencyMs: [900, 1500],
  parse: (fields, { settings }) => parseImageRequest(fields, settings),
  model: (input) => input.model,
  rateBucket: (input) => ({ name: "image", model: input.model }),
  text: (input) => input.prompt,
  run: async (input, call) => {
    const blockedCount = Math.min(call.faults.value("partial") ?? 0, input.count);
    const madeCount = input.count - blockedCount;
    if (madeCount === 0) throw new Refusal(1027);
    const pictures = await Promise.all(
      Array.from({ length: madeCount }, (_unused, index) => drawPicture(input, call, index)),
    );
    return {
      kind: "json",
      body: {
        id: makeTextId(),
        data: await deliverPictures(pictures, input, call),
        metadata: {
          success_count: formatCount(madeCount, call),
          failed_count: formatCount(blockedCount, call),
        },
        base_resp: SUCCESS,
      },
    };
  },
});

function drawPicture(input: ImageRequest, call: Call, index: number): Promise<Buffer> {
  // A given seed gives a family of like pictures, told apart by their place; without one each picture draws its own.
  const seed = input.seed ?? BigInt(randomInt(2 ** 31));
  const take = input.seed === null ? 0 : index;
  return drawImage({
    model: input.model,
    prompt: stripFaultWords(input.prompt),
    seed,
    take,
    width: input.width,
    height: input.height,
    style: input.style,
    references: input.references,
    isOptimized: input.promptOptimizer,
    hasWatermark: input.watermark,
    format: call.sandbox.settings.imageFormat,
  });
}

async function deliverPictures(
  pictures: Buffer[],
  input: ImageRequest,
  call: Call,
): Promise<Record<string, string[]>> {
  if (input.responseFormat === "base64") {
    return { image_base64: pictures.map((picture) => picture.toString("base64")) };
  }
  const { links, settings, baseUrl } = call.sandbox;
  const paths = await Promise.all(
    pictures.map((bytes, index) =>
      links.publish({
        bytes,
        contentType: CONTENT_TYPES[settings.imageFormat],
        extension: settings.imageFormat,
        faults: call.faults.linkFaults(index),
      }),
    ),
  );
  return { image_urls: paths.map((path) => `${baseUrl}${path}`) };
}

function formatCount(count: number, call: Call): string | number {
  return call.sandbox.settings.counts === "string" ? String(count) : count;
}
