import { getDatabase } from "@/lib/db/database.server";
import { defineRoute, idParamsSchema } from "@/lib/http/route.server";
import { createItemDownload } from "@/lib/generations/read/create-item-download.server";
import { itemDownloadQuerySchema } from "@/lib/items/item-download-query";

export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  limit: "conversions",
  params: idParamsSchema,
  query: itemDownloadQuerySchema,
  operation: {
    id: "downloadItem",
    tag: "Items",
    summary: "Download the file of an item, converted or described",
    description:
      "Returns the stored file unless something is chosen. The stored file never changes. Files that aren’t converted and get no XMP support single byte ranges. Audio is converted before the response begins, which takes some seconds for a song; closing the connection ends it. At most 4 conversions of a person wait, run or are being downloaded.",
    answers: {
      200: {
        description: "The file, or a ZIP file with `metadata=sidecar`.",
        contentTypes: ["image/*", "audio/*", "video/*", "application/zip"],
        headers: { "content-disposition": "The file name." },
      },
      206: {
        description: "The requested range.",
        contentTypes: ["image/*", "audio/*", "video/*"],
        headers: { "content-range": "The range and the total size." },
      },
    },
    problems: [
      ...(["asset.corrupt", "asset.too-complex", "asset.missing"] as const),
      ...(["conversion.too-long", "storage.full", "storage.failed"] as const),
    ],
  },
  handle: ({ request, actor, params, query }) =>
    createItemDownload(request, getDatabase(), { userId: actor.userId, ...params, query }),
});
