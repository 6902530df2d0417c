import type { RouteModule } from "@/lib/http/openapi/build-openapi-document";

const loaders: Readonly<Record<string, () => Promise<RouteModule>>> = {
  "/api/v1/generations": () => import("../generations/route"),
  "/api/v1/generations/[id]": () => import("../generations/[id]/route"),
  "/api/v1/generations/[id]/cancel": () => import("../generations/[id]/cancel/route"),
  "/api/v1/generations/[id]/chain": () => import("../generations/[id]/chain/route"),
  "/api/v1/generations/[id]/check": () => import("../generations/[id]/check/route"),
  "/api/v1/generations/[id]/favourite": () => import("../generations/[id]/favourite/route"),
  "/api/v1/generations/[id]/neighbours": () => import("../generations/[id]/neighbours/route"),
  "/api/v1/generations/[id]/retry": () => import("../generations/[id]/retry/route"),
  "/api/v1/generations/[id]/restore": () => import("../generations/[id]/restore/route"),
  "/api/v1/generations/[id]/download": () => import("../generations/[id]/download/route"),
  "/api/v1/generations/[id]/stream": () => import("../generations/[id]/stream/route"),
  "/api/v1/generations/[id]/subtitles": () => import("../generations/[id]/subtitles/route"),
  "/api/v1/generations/[id]/title": () => import("../generations/[id]/title/route"),
  "/api/v1/audit-log": () => import("../audit-log/route"),
  "/api/v1/lyrics": () => import("../lyrics/route"),
  "/api/v1/rate": () => import("../rate/route"),
  "/api/events": () => import("../../events/route"),
  "/api/v1/generators": () => import("../generators/route"),
  "/api/v1/cover-analyses": () => import("../cover-analyses/route"),
  "/api/v1/cover-analyses/[id]": () => import("../cover-analyses/[id]/route"),
  "/api/v1/voices": () => import("../voices/route"),
  "/api/v1/voices/[voiceId]/favourite": () => import("../voices/[voiceId]/favourite/route"),
  "/api/v1/voices/[voiceId]/sample": () => import("../voices/[voiceId]/sample/route"),
  "/api/uploads": () => import("../../uploads/route"),
  "/api/media/[assetId]": () => import("../../media/[assetId]/route"),
  "/api/media/[assetId]/peaks": () => import("../../media/[assetId]/peaks/route"),
  "/api/v1/first-frames/[id]": () => import("../first-frames/[id]/route"),
  "/api/v1/first-frames/fit": () => import("../first-frames/fit/route"),
  "/api/v1/frames": () => import("../frames/route"),
  "/api/v1/text-files/[id]": () => import("../text-files/[id]/route"),
  "/api/v1/sounds/trim": () => import("../sounds/trim/route"),
  "/api/v1/sounds/[id]": () => import("../sounds/[id]/route"),
  "/api/v1/connection": () => import("../connection/route"),
  "/api/v1/connection/test": () => import("../connection/test/route"),
  "/api/v1/account": () => import("../account/route"),
  "/api/v1/tokens": () => import("../tokens/route"),
  "/api/v1/tokens/[tokenId]": () => import("../tokens/[tokenId]/route"),
  "/api/v1/callbacks": () => import("../callbacks/route"),
  "/api/v1/callbacks/check": () => import("../callbacks/check/route"),
  "/api/v1/callbacks/events/[id]/replay": () => import("../callbacks/events/[id]/replay/route"),
  "/api/callbacks/video/[token]": () => import("../../callbacks/video/[token]/route"),
  "/api/health": () => import("../../health/route"),
  "/api/health/live": () => import("../../health/live/route"),
  "/api/metrics": () => import("../../metrics/route"),
};

/** All routes of the REST API by path; a test fails where one is missing. */
export async function loadApiRoutes(): Promise<Readonly<Record<string, RouteModule>>> {
  const routes = Object.entries(loaders).map(async ([path, load]) => [path, await load()] as const);
  return Object.fromEntries(await Promise.all(routes));
}
