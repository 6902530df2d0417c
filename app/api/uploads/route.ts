import { z } from "zod";
import { StudioError } from "@/lib/errors/studio-error";
import { defineRoute } from "@/lib/http/route.server";
import { assetKinds } from "@/lib/media/asset-kind";
import { storeAsset } from "@/lib/media/store-asset.server";
import { toUploadDto } from "@/lib/media/upload/upload-dto";
import { readUpload } from "@/lib/media/upload/read-upload.server";
import { maxUploadBytes } from "@/lib/media/upload-limits";

/** Boundaries and part headers around the file. */
const multipartSlackBytes = 64 * 1024;

const querySchema = z.object({
  /** Refuses every other kind, so that a form learns at once that a file does not fit its field. */
  kind: z.enum(assetKinds).optional(),
  /** Name of the file, where the body is the file itself. */
  name: z.string().max(200).optional(),
});

/** Stores one file of the person: the multipart field `file`, or the body itself. */
export const POST = defineRoute({
  auth: "actor",
  query: querySchema,
  handle: async ({ request, actor, query }) => {
    if (Number(request.headers.get("content-length")) > maxUploadBytes + multipartSlackBytes) {
      throw new StudioError("input.too-large", { values: { maxBytes: maxUploadBytes } });
    }
    const upload = await readUpload(request);
    const asset = await storeAsset({
      userId: actor.userId,
      origin: "upload",
      source: upload.source,
      expectedKind: query.kind,
      maxBytes: maxUploadBytes,
      fileName: (upload.fileName ?? query.name)?.toWellFormed().slice(0, 200),
    });
    return Response.json(toUploadDto(asset), { status: 201 });
  },
});
