import { getDatabase } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { findResultTitle } from "@/lib/generations/name-asset.server";
import { idParamsSchema } from "@/lib/http/id-params";
import { defineRoute } from "@/lib/http/route.server";
import { findAsset } from "@/lib/media/find-asset.server";
import { firstFrameReportSchema, reportFirstFrame } from "@/lib/media/first-frame/first-frame-report";

/** What a picture is, and whether a video can begin with it, before anything is sent. */
export const GET = defineRoute({
  auth: "actor",
  params: idParamsSchema,
  operation: {
    id: "getFirstFrame",
    tag: "Media",
    summary: "Look whether a video can begin with a picture",
    description:
      "Tells the size of a picture of the studio, an upload or a result, and every problem that would keep it from being a first frame: under 20 MB, short side over 300 px, aspect between 2:5 and 5:2.",
    answers: { 200: { description: "What it is.", schema: firstFrameReportSchema } },
    problems: ["not-found"],
  },
  async handle({ actor, params }) {
    const asset = await findAsset(params.id, actor.userId);
    if (asset?.kind !== "image") throw new StudioError("not-found");
    const title = await findResultTitle(getDatabase(), { userId: actor.userId, assetId: asset.id });
    return Response.json({ ...reportFirstFrame(asset), ...(title === undefined ? {} : { title }) });
  },
});
