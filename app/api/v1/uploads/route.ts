import { getDatabase } from "@/lib/db/database.server";
import { listUploads } from "@/lib/generations/read/list-uploads.server";
import { listUploadsQuerySchema, uploadPageSchema } from "@/lib/generations/read/uploads-dto";
import { defineRoute } from "@/lib/http/route.server";

export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  query: listUploadsQuerySchema,
  operation: {
    id: "listUploads",
    tag: "Media",
    summary: "List your uploads",
    answers: {
      200: {
        description: "A page of uploads, with the generations that use them.",
        schema: uploadPageSchema,
      },
    },
  },
  handle: ({ actor, query }) => listUploads(getDatabase(), actor.userId, query),
});
