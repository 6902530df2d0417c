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
  Keyboard,
} from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { isPlaying } from "@/components/player/player-state";
import { downloadAddress } from "@/components/queries/result-addresses";
import { buttonVariants, IconButton } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { Menu } from "@/components/ui/menu";
import { IconPopover } from "@/components/ui/popover";
import { ShortcutKeys } from "@/components/ui/shortcut-keys";
import { loudnessPercent, VolumeSlider } from "@/components/ui/volume-slider";
import type { OutputDto } from "@/lib/generations/read/generation-dto";
import { formatFineClock } from "@/lib/i18n/clocks";
import { frameAt, type VideoTransport, videoRates } from "./video-transport";
import { useVideoSnapshot, useVideoTime } from "./use-video-deck";
import { videoKeys } from "./video-keys";
import { VideoScrubber } from "./video-scrubber";

interface VideoControlsProps {
  transport: VideoTransport;
  title: string;
  /** The file to download; none for two videos. */
  downloadOf?: OutputDto;
  isFullScreen: boolean;
  toggleFullScreen: (() => void) | null;
  togglePictureInPicture?: (() => void) | null;
  /** Further controls. */
  children?: ReactNode;
}

/** The scrubber and the buttons of a player, for one video or two in step. */
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
  const playing = isPlaying(state);
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

/** The position as a time and a frame number. */
function VideoClock({ transport }: { transport: VideoTransport }) {
  const t = useTranslations("watch");
  const { clock } = transport;
  const { durationSeconds } = useVideoSnapshot(transport);
  const moment = useVideoTime(transport, formatFineClock);
  const frame = useVideoTime(transport, (seconds) => (clock ? frameAt(seconds, clock) + 1 : null));
  return (
    <p className="min-w-0 px-1.5 text-xs leading-tight whitespace-nowrap text-text-3 tabular-nums">
      <span className="text-text">{moment}</span>
      {" / "}
      {formatFineClock(durationSeconds)}
      {clock && frame !== null ? (
        <span className="block text-2xs leading-tight">
          {t("frameOf", { frame, count: clock.frameCount })}
        </span>
      ) : null}
    </p>
  );
}

/** Lists the keys of the player. */
function VideoKeyHelp({ transport, className }: { transport: VideoTransport; className?: string }) {
  const t = useTranslations("watch.keys");
  const names = (Object.keys(videoKeys) as (keyof typeof videoKeys)[]).filter(
    (name) => (name !== "mute" || transport.hasSound) && (name !== "frame" || transport.clock !== null),
  );
  return (
    <IconPopover
      icon={<Keyboard aria-hidden />}
      label={t("title")}
      className={className}
      panelClassName="w-76 p-4!"
    >
      {() => (
        <>
          <h3 className="mb-1 text-sm font-medium">{t("title")}</h3>
          <dl>
            {names.map((name) => (
              <div
                key={name}
                className="flex items-center justify-between gap-4 border-b py-1.75 last:border-0"
              >
                <dt className="text-sm text-text-2">{t(`names.${name}`)}</dt>
                <dd className="flex shrink-0 gap-2">
                  {videoKeys[name].map((key) => (
                    <ShortcutKeys key={key} shortcut={key} />
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </IconPopover>
  );
}

/** A menu of playback rates; the pitch is preserved. */
function VideoRateMenu({ transport }: { transport: VideoTransport }) {
  const t = useTranslations("watch");
  const { rate } = useVideoSnapshot(transport);
  return (
    <Menu
      items={[
        {
          kind: "choice",
          label: t("speed"),
          value: String(rate),
          options: videoRates.map((each) => ({ value: String(each), label: t("times", { rate: each }) })),
          onValueChange: (value) => transport.setRate(Number(value)),
        },
      ]}
      label={t("speedNow", { rate })}
      side="top"
      variant="ghost"
      size="small"
      className="min-w-10 px-1.5! tabular-nums"
      data-tooltip={t("speed")}
    >
      {t("times", { rate })}
    </Menu>
  );
}

/** A volume slider with a mute button. */
function VideoVolume({ transport, muted }: { transport: VideoTransport; muted: boolean }) {
  const t = useTranslations("watch");
  const { volume } = useVideoSnapshot(transport);
  return (
    <span className="flex items-center">
      <VolumeSlider
        volume={volume}
        muted={muted}
        words={{
          volume: t("volume"),
          mute: t("mute"),
          unmute: t("unmute"),
          percent: t("percent", { percent: loudnessPercent({ volume, muted }) }),
        }}
        onMutedChange={(next) => transport.setMuted(next)}
        onVolumeChange={(next) => transport.setVolume(next)}
        sliderClassName="mx-1 w-18! @max-md:hidden"
      />
    </span>
  );
}
