"use client";

import {
  Download,
  Maximize,
  Minimize,
  Pause,
  PictureInPicture2,
  Play,
  Repeat,
  StepBack,
  StepForward,
} from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { isSounding } from "@/components/player/player-state";
import { buttonVariants, IconButton } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { downloadAddress } from "@/components/queries/result-addresses";
import type { OutputDto } from "@/lib/generations/read/generation-dto";
import { useVideoSnapshot } from "./use-video-deck";
import { VideoClock } from "./video-clock";
import { VideoKeyHelp } from "./video-key-help";
import { VideoRateMenu } from "./video-rate-menu";
import { VideoScrubber } from "./video-scrubber";
import type { VideoTransport } from "./video-transport";
import { VideoVolume } from "./video-volume";

export interface VideoControlsProps {
  transport: VideoTransport;
  title: string;
  /** Has it as a file; none for two at once. */
  downloadOf?: OutputDto;
  isFullScreen: boolean;
  toggleFullScreen: (() => void) | null;
  togglePictureInPicture?: (() => void) | null;
  /** What else is chosen here. */
  children?: ReactNode;
}

/** The line of a player and its buttons, for one video as for two in step. */
export function VideoControls({
  transport,
  title,
  downloadOf,
  isFullScreen,
  toggleFullScreen,
  togglePictureInPicture = null,
  children,
}: VideoControlsProps) {
  const t = useTranslations("watch");
  const { state, loop, muted } = useVideoSnapshot(transport);
  const playing = isSounding(state);
  const failed = state === "failed";
  return (
    <div className="grid gap-1">
      <VideoScrubber transport={transport} title={title} />
      <div className="flex flex-wrap items-center gap-x-0.5 gap-y-1">
        <button
          type="button"
          aria-label={t(playing ? "pauseTitle" : "playTitle", { title })}
          data-tooltip={t(playing ? "pause" : "play")}
          aria-disabled={failed || undefined}
          onClick={() => transport.toggle()}
          className={classNames(
            "mr-1 grid size-9 shrink-0 place-items-center rounded-full bg-hue text-on-hue transition-colors hover:bg-hue/88",
            "[&_svg]:size-4.5",
            failed && "opacity-50",
          )}
        >
          {playing ? <Pause aria-hidden /> : <Play aria-hidden className="translate-x-px" />}
        </button>
        {transport.clock ? (
          <>
            <IconButton label={t("frameBack")} onClick={() => transport.stepFrame(-1)}>
              <StepBack aria-hidden />
            </IconButton>
            <IconButton label={t("frameForward")} onClick={() => transport.stepFrame(1)}>
              <StepForward aria-hidden />
            </IconButton>
          </>
        ) : null}
        <VideoClock transport={transport} />
        <div className="ml-auto flex flex-wrap items-center justify-end gap-0.5">
          {children}
          <IconButton
            label={t("loop")}
            aria-pressed={loop}
            onClick={() => transport.setLoop(!loop)}
            className={loop ? "bg-hue/15 text-hue!" : undefined}
          >
            <Repeat aria-hidden />
          </IconButton>
          <VideoRateMenu transport={transport} />
          {transport.hasSound ? <VideoVolume transport={transport} muted={muted} /> : null}
          {togglePictureInPicture ? (
            <IconButton
              label={t("pictureInPicture")}
              onClick={togglePictureInPicture}
              className="@max-md:hidden"
            >
              <PictureInPicture2 aria-hidden />
            </IconButton>
          ) : null}
          {downloadOf ? (
            <a
              href={downloadAddress(downloadOf)}
              download={downloadOf.fileName}
              aria-label={t("downloadFile", { name: downloadOf.fileName })}
              data-tooltip={t("download")}
              className={classNames(
                buttonVariants({ variant: "ghost", size: "icon-small" }),
                "@max-sm:hidden",
              )}
            >
              <Download aria-hidden />
            </a>
          ) : null}
          <VideoKeyHelp transport={transport} className="pointer-coarse:hidden" />
          {toggleFullScreen ? (
            <IconButton label={t(isFullScreen ? "leaveFullScreen" : "fullScreen")} onClick={toggleFullScreen}>
              {isFullScreen ? <Minimize aria-hidden /> : <Maximize aria-hidden />}
            </IconButton>
          ) : null}
        </div>
      </div>
    </div>
  );
}
