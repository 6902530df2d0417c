import { recordAudit } from "@/lib/audit/record-audit.server";
import { getGenerationServices } from "@/server/generation-services.server";
import { openGenerationZip } from "@/lib/generations/read/open-generation-zip.server";
import { idParamsSchema, defineRoute } from "@/lib/http/route.server";

/** All results of a generation in one ZIP file. */
export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  params: idParamsSchema,
  operation: {
    id: "downloadGeneration",
    tag: "Generations",
    summary: "Download all results of a generation as a ZIP file",
    answers: {
      200: {
        description: "The ZIP file.",
        contentTypes: ["application/zip"],
        headers: { "content-disposition": "The file name." },
      },
    },
  },
  async handle({ actor, params }) {
    const services = await getGenerationServices();
    const zip = await openGenerationZip(services, { userId: actor.userId, id: params.id });
    await recordAudit(services.database, {
      kind: "generation-exported",
      author: actor,
      subject: params.id,
    });
    return new Response(zip.stream, {
      headers: {
        "content-type": "application/zip",
        "content-length": String(zip.contentLength),
        "content-disposition": zip.contentDisposition,
      },
    });
  },
});
