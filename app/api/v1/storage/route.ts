import { defineRoute } from "@/lib/http/route.server";
import { getStorageUsage } from "@/lib/media/get-storage-usage.server";
import { storageUsageSchema } from "@/lib/media/storage-dto";

export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  operation: {
    id: "getStorage",
    tag: "Media",
    summary: "Sum up what your files take, by kind and month",
    description:
      "For single ones, largest first: GET /api/v1/items and GET /api/v1/uploads with `sort=largest`.",
    answers: { 200: { description: "Numbers and sizes of files.", schema: storageUsageSchema } },
  },
  handle: ({ actor }) => getStorageUsage(actor.userId),
});
