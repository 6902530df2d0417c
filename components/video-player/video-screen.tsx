"use client";

import { Download, LoaderCircle, RotateCcw } from "lucide-react";
import { useTranslations } from "next-intl";
import type { CSSProperties, PointerEvent, RefCallback } from "react";
import { Button, buttonVariants } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { downloadAddress } from "@/components/queries/result-addresses";
import { PlayMark } from "./play-mark";
import { useVideoSnapshot } from "./use-video-deck";
import type { VideoTransport } from "./video-transport";

interface VideoScreenSource {
  url: string;
  posterUrl: string;
  width: number | undefined;
  height: number | undefined;
  fileName: string;
}

interface VideoScreenProps {
  /** The state of this video. */
  transport: VideoTransport;
  /** What a press plays and pauses; by default this video. */
  pressed?: VideoTransport;
  videoRef: RefCallback<HTMLVideoElement>;
  source: VideoScreenSource;
  title: string;
  preload: "auto" | "metadata";
  full?: boolean;
  style?: CSSProperties;
  className?: string;
  onToggleFullScreen?: (() => void) | null;
  /** A message about what was just done. */
  message?: string;
}

/** The picture of a video. A press plays and pauses, a double press toggles full screen. Shows problems on top. */
export function VideoScreen({
  transport,
  pressed = transport,
  videoRef,
  source,
  title,
  preload,
  full = false,
  style,
  className,
  onToggleFullScreen = null,
  message = "",
}: VideoScreenProps) {
  const { state, problem } = useVideoSnapshot(transport);

  function press(event: PointerEvent) {
    if (event.button !== 0 || state === "failed") return;
    pressed.toggle();
  }

  return (
    <div
      className={classNames(
        "relative grid place-items-center overflow-hidden bg-black",
        full ? "size-full" : "w-full rounded-lg",
        className,
      )}
      style={full ? undefined : style}
    >
      <video
        ref={videoRef}
        src={source.url}
        poster={source.posterUrl}
        width={source.width}
        height={source.height}
        preload={preload}
        playsInline
        aria-label={title}
        onPointerUp={press}
        onDoubleClick={() => onToggleFullScreen?.()}
        className="size-full object-contain"
      />
      {state === "idle" && problem === null ? <PlayMark size="large" /> : null}
      {state === "loading" || state === "waiting" ? (
        // Shown only after a delay.
        <span className="pointer-events-none absolute transition-opacity delay-400 starting:opacity-0">
          <LoaderCircle aria-hidden className="size-9 animate-spin text-white drop-shadow-md" />
        </span>
      ) : null}
      {problem ? <Problem transport={transport} source={source} /> : null}
      <p
        role="status"
        className={classNames(
          "pointer-events-none absolute top-3 rounded-md bg-black/72 px-3 py-1.5 text-sm text-white",
          (message === "" || problem) && "sr-only",
        )}
      >
        {message}
      </p>
    </div>
  );
}

function Problem({ transport, source }: { transport: VideoTransport; source: VideoScreenSource }) {
  const t = useTranslations("watch");
  const tPlayer = useTranslations("watch.problems");
  const { problem } = useVideoSnapshot(transport);
  if (!problem) return null;
  const canRetry = problem !== "gone" && problem !== "undecodable";
  return (
    <div
      role="alert"
      className="absolute inset-0 grid place-content-center justify-items-center gap-3 overflow-auto bg-black/82 p-4 text-center text-white"
    >
      <div className="grid max-w-sm gap-1">
        <p className="text-base font-medium">{tPlayer(`${problem}.title`)}</p>
        <p className="text-sm text-white/75">{tPlayer(`${problem}.action`)}</p>
      </div>
      <div className="flex flex-wrap justify-center gap-2">
        {canRetry ? (
          <Button
            size="small"
            className="border-white/40 text-white hover:bg-white/15"
            onClick={() => transport.play()}
          >
            <RotateCcw aria-hidden />
            {t(problem === "blocked" ? "play" : "tryAgain")}
          </Button>
        ) : null}
        {problem === "gone" ? null : (
          <a
            href={downloadAddress(source)}
            download={source.fileName}
            className={classNames(
              buttonVariants({ size: "small" }),
              "border-white/40 text-white hover:bg-white/15",
            )}
          >
            <Download aria-hidden />
            {t("download")}
          </a>
        )}
      </div>
    </div>
  );
}
