import { openExport } from "@/lib/archive/open-export.server";
import { recordAudit } from "@/lib/audit/record-audit.server";
import { getClientAddress } from "@/lib/auth/request-origin.server";
import { getDatabase, getDatabaseUrl } from "@/lib/db/database.server";
import { defineRoute } from "@/lib/http/route.server";
import { contentDisposition } from "@/lib/media/delivery/media-headers";
import { getBlobStore } from "@/lib/media/store/get-blob-store.server";
import packageJson from "@/package.json" with { type: "json" };

export const GET = defineRoute({
  auth: "actor",
  scope: "manage",
  freshSignIn: true,
  limit: "archives",
  operation: {
    id: "exportAccount",
    tag: "Account",
    summary: "Download your account as one archive",
    description:
      "Everything you have, as `npm run export` writes it: rows as JSON lines, each file once, and pages to look through it offline. It is written while it is downloaded, so its length isn’t known before; an archive whose download was cut can’t be opened. One at a time per person. A download that takes nothing for five minutes ends.",
    answers: {
      200: {
        description: "The archive, a ZIP64 file without compression.",
        contentTypes: ["application/zip"],
        headers: { "content-disposition": "The file name." },
      },
    },
    problems: ["export.running"],
  },
  async handle({ request, actor }) {
    const stream = await openExport({
      databaseUrl: getDatabaseUrl(),
      store: await getBlobStore(),
      email: actor.email,
      studio: packageJson.version,
    });
    const address = getClientAddress(request.headers);
    try {
      await recordAudit(getDatabase(), { kind: "account-exported", author: actor, address });
    } catch (error) {
      await stream.cancel();
      throw error;
    }
    const name = `reverie-${new Date().toISOString().slice(0, 10)}.zip`;
    return new Response(stream, {
      headers: {
        "content-type": "application/zip",
        "content-disposition": contentDisposition("attachment", name),
      },
    });
  },
});
