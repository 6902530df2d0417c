import { usageQuerySchema } from "@/lib/costs/usage-dto";
import { writeUsageCsv } from "@/lib/costs/usage-csv.server";
import { defineRoute } from "@/lib/http/route.server";
import { contentDisposition } from "@/lib/media/delivery/media-headers";
import { getCostServices } from "@/server/cost-services.server";

export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  query: usageQuerySchema,
  mayWait: true,
  operation: {
    id: "downloadUsage",
    tag: "Costs",
    summary: "Download every request of a period as CSV",
    description:
      "A line for each request, oldest first, with what it used, what it was expected to cost and what it came to.",
    answers: {
      200: {
        description: "UTF-8 with a byte order mark.",
        contentTypes: ["text/csv"],
        headers: { "content-disposition": "The file name." },
      },
    },
  },
  handle({ actor, query }) {
    const lines = writeUsageCsv(getCostServices(), actor, query);
    return new Response(toStream(lines), {
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": contentDisposition("attachment", "usage.csv"),
      },
    });
  },
});

/** Nothing is read before the client takes it. */
function toStream(lines: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await lines.next();
        if (done) return controller.close();
        controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        await lines.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
