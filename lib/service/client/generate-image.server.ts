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
import {
  parseRequest,
  sendCall,
  type CallFacts,
  type CallOptions,
  type ClientContext,
} from "./call.server.ts";

export interface GenerateImageOptions extends CallOptions {
  /**
   * Takes one image that comes as bytes (`response_format: "base64"`), while it comes. Its loop ends well only when the
   * image was whole. The request as a whole has succeeded only when `generateImage` resolves.
   */
  onImage(index: number, bytes: AsyncIterable<Uint8Array>): Promise<void>;
}

/** One delivered image: a link that lives 24 hours, or bytes that went to `onImage`. */
export type DeliveredImage =
  { index: number; kind: "url"; url: string } | { index: number; kind: "bytes"; byteCount: number };

export interface GenerateImageResult extends CallFacts {
  /** Identifier of the request at the service; null when it gave none. */
  id: string | null;
  /** In the order of the answer; fewer than asked when the service held some back. */
  images: DeliveredImage[];
  successCount: number | null;
  /** Images held back by the safety check (unshown.md Image "counts"). */
  failedCount: number | null;
}

/** Endpoint 4, POST /v1/image_generation. Billable; never sent again by itself. Throws ServiceError. */
export async function generateImage(
  context: ClientContext,
  request: ImageRequest,
  options: GenerateImageOptions,
): Promise<GenerateImageResult> {
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
  const { value, extracted, traceId, address } = await readJsonAnswer(answer, imageResponseSchema, [target]);
  const streamed = extracted.map(({ path, byteCount }): DeliveredImage => ({
    index: Number(path.at(-1)),
    kind: "bytes",
    byteCount,
  }));
  return {
    id: value.id,
    images: [...streamed, ...listLinks(value)].sort((left, right) => left.index - right.index),
    successCount: value.metadata?.success_count ?? null,
    failedCount: value.metadata?.failed_count ?? null,
    traceId: traceId ?? null,
    address,
  };
}

/** Links, also where the service puts them into the list of the base64 form. */
function listLinks(value: ImageResponse): DeliveredImage[] {
  const links =
    value.data?.image_urls.some(Boolean) === true ? value.data.image_urls : (value.data?.image_base64 ?? []);
  return links.flatMap((url, index) => (url ? [{ index, kind: "url" as const, url }] : []));
}
