import { recordAudit } from "@/lib/audit/record-audit.server";
import { studioClock } from "@/lib/clock";
import { getDatabase } from "@/lib/db/database.server";
import { defineRoute, idParamsSchema } from "@/lib/http/route.server";
import { findTicket, holdArchivePlace } from "@/lib/items/archive/archive-tickets.server";
import { nameArchive } from "@/lib/items/archive/name-archive";
import { openArchive } from "@/lib/items/archive/open-archive.server";
import { contentDisposition } from "@/lib/media/delivery/media-headers";
import { getBlobStore } from "@/lib/media/store/get-blob-store.server";
import { endStream } from "@/lib/http/end-stream";

export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  limit: "archives",
  params: idParamsSchema,
  operation: {
    id: "downloadItemArchive",
    tag: "Items",
    summary: "Download a prepared ZIP file",
    description: "Possible for 10 minutes, for three ZIP files at once.",
    answers: {
      200: {
        description: "The ZIP file, in ZIP64 where it needs to be.",
        contentTypes: ["application/zip"],
        headers: { "content-disposition": "The file name.", "content-length": "The exact length." },
      },
    },
  },
  async handle({ actor, params }) {
    const now = studioClock.now();
    const { itemIds } = findTicket(params.id, actor.userId, now);
    const database = getDatabase();
    const end = holdArchivePlace(actor.userId);
    try {
      const store = await getBlobStore();
      const zip = await openArchive({ database, store }, { userId: actor.userId, itemIds });
      await recordAudit(database, {
        kind: "items-exported",
        author: actor,
        facts: { items: itemIds.length },
      });
      return new Response(endStream(zip.stream, end), {
        headers: {
          "content-type": "application/zip",
          "content-length": String(zip.contentLength),
          "content-disposition": contentDisposition("attachment", nameArchive(itemIds.length, now)),
        },
      });
    } catch (error) {
      end();
      throw error;
    }
  },
});
