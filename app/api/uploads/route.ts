import { z } from "zod";
import { StudioError } from "@/lib/errors/studio-error";
import { defineRoute } from "@/lib/http/route.server";
import { assetKinds, maxUploadBodyBytes, maxUploadBytes } from "@/lib/media/stored-asset";
import { storeAsset } from "@/lib/media/store-asset.server";
import { toUploadDto, uploadDtoSchema } from "@/lib/media/asset-dto";
import { readUpload } from "@/lib/media/read-upload.server";

const querySchema = z.object({
  kind: z.enum(assetKinds).optional().meta({ description: "Rejects all other kinds of file." }),
  name: z
    .string()
    .max(200)
    .optional()
    .meta({ description: "The file name, if the body is the file itself." }),
});

/** Makes a name storable. Truncated first, because that may split a surrogate pair. */
function toStorableName(name: string | undefined): string | undefined {
  return name?.replaceAll("\0", "").slice(0, 200).toWellFormed() || undefined;
}

const uploadFormSchema = z.object({ file: z.file() });

export const POST = defineRoute({
  auth: "actor",
  scope: "make",
  query: querySchema,
  limit: "uploads",
  operation: {
    id: "uploadFile",
    tag: "Media",
    summary: "Upload a file to use as a reference",
    description: `At most ${maxUploadBytes / 1024 / 1024} MiB. The type is detected from the content, not from the name or content type. SVG and HTML are rejected. Uploading the same content again returns the same asset.`,
    body: {
      description: "The file, either as the form field `file` or as the body itself.",
      required: true,
      content: { "multipart/form-data": uploadFormSchema, "application/octet-stream": null },
    },
    answers: { 201: { description: "The stored asset.", schema: uploadDtoSchema } },
    problems: [
      "quota.disk",
      "input.malformed",
      "input.too-large",
      "asset.type",
      "asset.empty",
      "asset.corrupt",
      "asset.too-complex",
      "storage.failed",
      "storage.full",
    ],
  },
  handle: async ({ request, actor, query }) => {
    if (Number(request.headers.get("content-length")) > maxUploadBodyBytes) {
      throw new StudioError("input.too-large", { values: { maxBytes: maxUploadBytes } });
    }
    const upload = await readUpload(request);
    const asset = await storeAsset({
      userId: actor.userId,
      origin: "upload",
      source: upload.source,
      expectedKind: query.kind,
      maxBytes: maxUploadBytes,
      fileName: toStorableName(upload.fileName ?? query.name),
    });
    return toUploadDto(asset);
  },
});
