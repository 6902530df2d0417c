import type { RouteModule } from "@/lib/http/openapi/build-openapi-document";
import * as events from "../../events/route";
import * as videoCallback from "../../callbacks/video/[token]/route";
import * as health from "../../health/route";
import * as liveness from "../../health/live/route";
import * as metrics from "../../metrics/route";
import * as media from "../../media/[assetId]/route";
import * as mediaPeaks from "../../media/[assetId]/peaks/route";
import * as uploads from "../../uploads/route";
import * as account from "../account/route";
import * as callbackReplay from "../callbacks/events/[id]/replay/route";
import * as callbackCheck from "../callbacks/check/route";
import * as callbacks from "../callbacks/route";
import * as connection from "../connection/route";
import * as connectionTest from "../connection/test/route";
import * as coverAnalysis from "../cover-analyses/[id]/route";
import * as coverAnalyses from "../cover-analyses/route";
import * as firstFrame from "../first-frames/[id]/route";
import * as firstFrameFit from "../first-frames/fit/route";
import * as frames from "../frames/route";
import * as generationCancel from "../generations/[id]/cancel/route";
import * as generationChain from "../generations/[id]/chain/route";
import * as generationCheck from "../generations/[id]/check/route";
import * as generationDownload from "../generations/[id]/download/route";
import * as generationFavourite from "../generations/[id]/favourite/route";
import * as generationNeighbours from "../generations/[id]/neighbours/route";
import * as generationRestore from "../generations/[id]/restore/route";
import * as generationRetry from "../generations/[id]/retry/route";
import * as generationStream from "../generations/[id]/stream/route";
import * as generationSubtitles from "../generations/[id]/subtitles/route";
import * as generationTitle from "../generations/[id]/title/route";
import * as generation from "../generations/[id]/route";
import * as generations from "../generations/route";
import * as generators from "../generators/route";
import * as lyrics from "../lyrics/route";
import * as rate from "../rate/route";
import * as sound from "../sounds/[id]/route";
import * as soundTrim from "../sounds/trim/route";
import * as textFile from "../text-files/[id]/route";
import * as token from "../tokens/[tokenId]/route";
import * as tokens from "../tokens/route";
import * as voiceFavourite from "../voices/[voiceId]/favourite/route";
import * as voiceSample from "../voices/[voiceId]/sample/route";
import * as voices from "../voices/route";

/** All routes of the REST API by path; a test fails where one is missing. */
export const apiRoutes: Readonly<Record<string, RouteModule>> = {
  "/api/v1/generations": generations,
  "/api/v1/generations/[id]": generation,
  "/api/v1/generations/[id]/cancel": generationCancel,
  "/api/v1/generations/[id]/chain": generationChain,
  "/api/v1/generations/[id]/check": generationCheck,
  "/api/v1/generations/[id]/favourite": generationFavourite,
  "/api/v1/generations/[id]/neighbours": generationNeighbours,
  "/api/v1/generations/[id]/retry": generationRetry,
  "/api/v1/generations/[id]/restore": generationRestore,
  "/api/v1/generations/[id]/download": generationDownload,
  "/api/v1/generations/[id]/stream": generationStream,
  "/api/v1/generations/[id]/subtitles": generationSubtitles,
  "/api/v1/generations/[id]/title": generationTitle,
  "/api/v1/lyrics": lyrics,
  "/api/v1/rate": rate,
  "/api/events": events,
  "/api/v1/generators": generators,
  "/api/v1/cover-analyses": coverAnalyses,
  "/api/v1/cover-analyses/[id]": coverAnalysis,
  "/api/v1/voices": voices,
  "/api/v1/voices/[voiceId]/favourite": voiceFavourite,
  "/api/v1/voices/[voiceId]/sample": voiceSample,
  "/api/uploads": uploads,
  "/api/media/[assetId]": media,
  "/api/media/[assetId]/peaks": mediaPeaks,
  "/api/v1/first-frames/[id]": firstFrame,
  "/api/v1/first-frames/fit": firstFrameFit,
  "/api/v1/frames": frames,
  "/api/v1/text-files/[id]": textFile,
  "/api/v1/sounds/trim": soundTrim,
  "/api/v1/sounds/[id]": sound,
  "/api/v1/connection": connection,
  "/api/v1/connection/test": connectionTest,
  "/api/v1/account": account,
  "/api/v1/tokens": tokens,
  "/api/v1/tokens/[tokenId]": token,
  "/api/v1/callbacks": callbacks,
  "/api/v1/callbacks/check": callbackCheck,
  "/api/v1/callbacks/events/[id]/replay": callbackReplay,
  "/api/callbacks/video/[token]": videoCallback,
  "/api/health": health,
  "/api/health/live": liveness,
  "/api/metrics": metrics,
};
