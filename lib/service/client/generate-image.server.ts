import {
  createImageRequestSchema,
  imageResponseSchema,
  type ImageRequest,
  type ImageResponse,
} from "../contract/image.ts";
import type { JsonStreamTarget } from "../decode-json-stream.server.ts";
import { rawInteger } from "../json/parse-json.server.ts";
import { wireModelName } from "../profiles/read-profile.ts";
import { readJsonAnswer } from "../transport/json-answer.server.ts";
import { renameFields } from "../wire/json-body.server.ts";
import { parseRequest, sendCall, type CallOptions, type ClientContext } from "./call.server.ts";

interface GenerateImageOptions extends CallOptions {
  /**
   * Consumes one image that arrives as base64 (`response_format: "base64"`), decoded to bytes while it arrives.
   * The loop completes only for a complete image; the request has succeeded only when `generateImage` resolves.
   */
  onImage(index: number, bytes: AsyncIterable<Uint8Array>): Promise<void>;
}

/** A delivered image: a link valid for 24 hours, or bytes that went to `onImage`. */
type DeliveredImage =
  | { index: number; kind: "url"; url: string }
  | { index: number; kind: "bytes"; byteCount: number };

/** Endpoint 4, POST /v1/image_generation. Billable: sent once, never retried. Throws ServiceError. */
export async function generateImage(
  context: ClientContext,
  request: ImageRequest,
  options: GenerateImageOptions,
) {
  const { limits, fieldValues } = context.profile;
  const schema = createImageRequestSchema({ ...limits, values: fieldValues.image });
  const parsed = parseRequest(schema, request, "imageGeneration");
  const json = renameFields(
    {
      ...parsed,
      model: wireModelName(context.profile, parsed.model),
      ...(parsed.seed === undefined ? {} : { seed: rawInteger(parsed.seed) }),
    },
    context.profile.fieldNames.image,
    { response_format: "url" },
  );
  const target: JsonStreamTarget = {
    path: "data.image_base64[*]",
    encoding: "base64",
    consume: (bytes, path) => options.onImage(Number(path.at(-1)), bytes),
  };
  const answer = await sendCall(context, { endpoint: "imageGeneration", json }, options);
  const { value, extracted, facts } = await readJsonAnswer(answer, imageResponseSchema, [target]);
  const streamed = extracted.map(({ path, byteCount }): DeliveredImage => ({
    index: Number(path.at(-1)),
    kind: "bytes",
    byteCount,
  }));
  return {
    /** The service's ID of the request; null without one. */
    id: value.id,
    /** In the order of the response; fewer than requested where the service withheld some. */
    images: [...streamed, ...listLinks(value)].sort((left, right) => left.index - right.index),
    successCount: value.metadata?.success_count ?? null,
    /** Images withheld by the safety check (unshown.md Image "counts"). */
    failedCount: value.metadata?.failed_count ?? null,
    ...facts,
  };
}

/** Links, which some services put into the base64 list. */
function listLinks(value: ImageResponse): DeliveredImage[] {
  const links =
    value.data?.image_urls.some(Boolean) === true ? value.data.image_urls : (value.data?.image_base64 ?? []);
  return links.flatMap((url, index) => (url ? [{ index, kind: "url" as const, url }] : []));
}
