import { randomInt } from "node:crypto";
import { stripFaultDirectives } from "../faults.ts";
import { succeed } from "../http/answer.ts";
import { Refusal } from "../http/refusal.ts";
import { drawImage } from "../media/draw-image.ts";
import { type Call, defineEndpoint } from "./service-endpoint.ts";
import { type ImageRequest, parseImageRequest } from "../rules/image-rules.ts";
import { makeTextId } from "../state/identifiers.ts";

/** POST /v1/image_generation: service.md "Image generation request" and unshown.md "Image". */
export const imageGeneration = defineEndpoint<ImageRequest>("POST /v1/image_generation", {
  billable: true,
  typicalLatencyMs: [900, 1500],
  parse: (fields, { settings }) => parseImageRequest(fields, settings),
  model: (input) => input.model,
  rateBucket: (input) => ({ name: "image", model: input.model }),
  text: (input) => input.prompt,
  run: async (input, call) => {
    const blocked = Math.min(call.faults.value("partial") ?? 0, input.count);
    if (blocked === input.count) throw new Refusal(1027);
    const places = Array.from({ length: input.count - blocked }, (_picture, place) => place);
    const pictures = await Promise.all(places.map((place) => drawPicture(input, call, place)));
    const format = (count: number) => (call.sandbox.settings.counts === "string" ? String(count) : count);
    return succeed({
      id: makeTextId(),
      data: await deliverPictures(pictures, input, call),
      metadata: { success_count: format(pictures.length), failed_count: format(blocked) },
    });
  },
});

/** Pictures of one seed are similar and differ by their index; without a seed each picture has a random one. */
function drawPicture(input: ImageRequest, call: Call, place: number): Promise<Buffer> {
  return drawImage({
    ...input,
    prompt: stripFaultDirectives(input.prompt),
    seed: input.seed ?? BigInt(randomInt(2 ** 31)),
    take: input.seed === null ? 0 : place,
    format: call.sandbox.settings.imageFormat,
  });
}

async function deliverPictures(pictures: Buffer[], input: ImageRequest, { sandbox, faults }: Call) {
  if (input.responseFormat === "base64") {
    return { image_base64: pictures.map((picture) => picture.toString("base64")) };
  }
  const extension = sandbox.settings.imageFormat;
  const links = pictures.map((content, place) =>
    sandbox.links.publish({
      content,
      contentType: `image/${extension}`,
      extension,
      faults: faults.linkFaults(place),
    }),
  );
  return { image_urls: await Promise.all(links) };
}
