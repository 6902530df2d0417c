import { getDatabase } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { findResultTitle } from "@/lib/generations/read/name-asset.server";
import { idParamsSchema, defineRoute } from "@/lib/http/route.server";
import { findAsset } from "@/lib/media/find-asset.server";
import { firstFrameReportSchema, reportFirstFrame } from "@/generators/video/first-frame/first-frame-report";

export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  params: idParamsSchema,
  operation: {
    id: "getFirstFrame",
    tag: "Media",
    summary: "Check whether an image can be a first frame",
    description:
      "Returns the size of an uploaded or generated image, and everything that prevents it from being a first frame. Limits: under 20 MB, short side over 300 px, aspect ratio from 2:5 to 5:2.",
    answers: { 200: { description: "The report.", schema: firstFrameReportSchema } },
    problems: ["not-found"],
  },
  async handle({ actor, params }) {
    const asset = await findAsset(params.id, actor.userId);
    if (asset?.kind !== "image") throw new StudioError("not-found");
    const title = await findResultTitle(getDatabase(), { userId: actor.userId, assetId: asset.id });
    return { ...reportFirstFrame(asset), ...(title === undefined ? {} : { title }) };
  },
});
