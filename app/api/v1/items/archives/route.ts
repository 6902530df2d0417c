import { studioClock } from "@/lib/clock";
import { getDatabase } from "@/lib/db/database.server";
import { defineRoute } from "@/lib/http/route.server";
import { archiveBodySchema, archiveDtoSchema, maxArchivedItems } from "@/lib/items/archive/archive-dto";
import { issueTicket } from "@/lib/items/archive/archive-tickets.server";
import { chooseItems } from "@/lib/items/archive/find-archived-items.server";
import { nameArchive } from "@/lib/items/archive/name-archive";

export const POST = defineRoute({
  auth: "actor",
  scope: "read",
  limit: "archives",
  body: archiveBodySchema,
  operation: {
    id: "createItemArchive",
    tag: "Items",
    summary: "Prepare a ZIP file of many items",
    description: `Send either \`ids\` or \`filter\`, for at most ${maxArchivedItems} items. The ZIP file is written while it is downloaded from the returned address, and \`manifest.json\` in it describes each item with its parameters. What can’t be read is listed there with an error and never ends the rest.`,
    answers: { 200: { description: "Where to download it.", schema: archiveDtoSchema } },
    problems: ["not-found", "archive.too-many"],
  },
  async handle({ actor, body }) {
    const now = studioClock.now();
    const { ids, bytes } = await chooseItems(getDatabase(), actor.userId, body);
    const { id, expiresAt } = issueTicket(actor.userId, ids, now);
    return {
      id,
      url: `/api/v1/items/archives/${id}`,
      fileName: nameArchive(ids.length, now),
      items: ids.length,
      bytes,
      expiresAt: new Date(expiresAt).toISOString(),
    };
  },
});
