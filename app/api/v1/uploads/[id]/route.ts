import { studioClock } from "@/lib/clock";
import { getDatabase } from "@/lib/db/database.server";
import { deleteUpload } from "@/lib/generations/change/delete-upload.server";
import { deletedUploadSchema, deleteUploadQuerySchema } from "@/lib/generations/read/uploads-dto";
import { defineRoute, idParamsSchema } from "@/lib/http/route.server";

export const DELETE = defineRoute({
  auth: "actor",
  scope: "manage",
  limit: "itemChanges",
  params: idParamsSchema,
  query: deleteUploadQuerySchema,
  operation: {
    id: "deleteUpload",
    tag: "Media",
    summary: "Delete an upload for good",
    description:
      "`id` is its `assetId`. What generations use is left and they are listed. This can’t be undone.",
    answers: {
      200: { description: "Whether it was deleted, and what uses it.", schema: deletedUploadSchema },
    },
  },
  handle: ({ actor, params, query }) =>
    deleteUpload(
      { database: getDatabase(), clock: studioClock },
      { author: actor, id: params.id, includeUsed: query.includeUsed === "true" },
    ),
});
