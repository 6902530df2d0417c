"use client";

import { useTranslations } from "next-intl";
import { useCallback, useEffect, useId, useRef, useState, type ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Slider } from "@/components/ui/slider";
import type { GenerationDto, OutputDto } from "@/lib/generations/read/generation-dto";
import { formatClock } from "@/lib/i18n/clocks";
import fullScreenLook from "./full-screen.module.css";
import { useIdlePointer, useFullScreen } from "./use-screen-modes";
import { useVideoDeck } from "./use-video-deck";
import { useVideoKeys } from "./video-keys";
import { VideoControls } from "./video-controls";
import { VideoPair } from "./video-pair";
import { VideoScreen } from "./video-screen";
import { outputAspect, posterAddress } from "./video-source";

export interface ComparedVideo {
  generation: GenerationDto;
  output: OutputDto;
  title: string;
  /** Names the video and lets the person choose another. */
  caption: ReactNode;
}

interface VideoComparisonProps {
  a: ComparedVideo;
  b: ComparedVideo;
}

const noVideo = () => null;

/** Two videos in step with shared controls: side by side, or overlaid with a movable edge. */
export function VideoComparison({ a, b }: VideoComparisonProps) {
  const t = useTranslations("watch.compare");
  const playerRef = useRef<HTMLDivElement>(null);
  const deckA = useVideoDeck(a.output, { joinOthers: false });
  const deckB = useVideoDeck(b.output, { joinOthers: false });
  const [pair] = useState(() => new VideoPair(deckA, deckB));
  const [view, setView] = useState<"beside" | "over">("beside");
  const [edge, setEdge] = useState(50);
  const [audible, setAudible] = useState(pair.audible);
  const fullScreen = useFullScreen(playerRef, noVideo);
  const [idle, onActivity] = useIdlePointer(fullScreen.isFull);
  const attachA = useCallback((element: HTMLVideoElement) => deckA.attach(element), [deckA]);
  const attachB = useCallback((element: HTMLVideoElement) => deckB.attach(element), [deckB]);
  const edgeId = useId();
  useEffect(() => pair.connect(), [pair]);
  useVideoKeys(playerRef, pair, { toggleFullScreen: fullScreen.toggle, everywhere: true });

  const over = view === "over";
  const aspect = Math.max(outputAspect(a.output), outputAspect(b.output));
  const sides = [
    { side: "a", video: a, deck: deckA, attach: attachA },
    { side: "b", video: b, deck: deckB, attach: attachB },
  ] as const;
  return (
    <div
      ref={playerRef}
      role="group"
      aria-label={t("label")}
      tabIndex={-1}
      data-generator={a.generation.generator}
      data-menu-place=""
      onPointerMove={onActivity}
      onKeyDown={onActivity}
      className={classNames(
        "@container relative text-text outline-none",
        fullScreen.isFull && `flex flex-col justify-center ${fullScreenLook.dark}`,
        fullScreen.isFull && idle && "cursor-none",
      )}
    >
      <div
        className={classNames("grid gap-x-3 gap-y-4", over ? "mx-auto w-full" : "@2xl:grid-cols-2")}
        style={over ? { maxWidth: `calc(${fullScreen.isFull ? "86dvh" : "62dvh"} * ${aspect})` } : undefined}
      >
        {sides.map(({ side, video, deck, attach }) => (
          <div
            key={side}
            className={classNames(
              "grid min-w-0 content-start gap-2",
              over && "[grid-area:1/1] grid-rows-[1fr_auto]",
            )}
          >
            <VideoScreen
              transport={deck}
              pressed={pair}
              videoRef={attach}
              source={{
                url: video.output.url,
                posterUrl: posterAddress(video.output, 1280),
                width: video.output.width,
                height: video.output.height,
                fileName: video.output.fileName,
              }}
              title={t("sideOf", { side: side.toUpperCase(), title: video.title })}
              preload="auto"
              style={{
                aspectRatio: over ? aspect : outputAspect(video.output),
                ...(over && side === "b" ? { clipPath: `inset(0 0 0 ${edge}%)` } : {}),
                ...(over ? {} : { maxWidth: `calc(62dvh * ${outputAspect(video.output)})` }),
              }}
              className={over ? "bg-transparent" : "mx-auto"}
              onToggleFullScreen={fullScreen.toggle}
            />
            {over ? null : (
              <Caption side={side} ended={shorter(a, b) === side ? video.output.durationSeconds : undefined}>
                {video.caption}
              </Caption>
            )}
          </div>
        ))}
        {over ? (
          <span
            aria-hidden
            className="pointer-events-none z-10 w-0.5 -translate-x-1/2 bg-white shadow-[0_0_0_1px_oklch(0_0_0/0.35)] [grid-area:1/1]"
            style={{ marginInlineStart: `${edge}%` }}
          />
        ) : null}
      </div>
      {over ? (
        <div
          className="mx-auto mt-2 grid w-full gap-2"
          style={{ maxWidth: `calc(${fullScreen.isFull ? "86dvh" : "62dvh"} * ${aspect})` }}
        >
          <Slider
            id={edgeId}
            aria-label={t("edge")}
            min={0}
            max={100}
            value={edge}
            valueText={t("edgeAt", { percent: edge })}
            onValueChange={setEdge}
          />
          <div className="grid gap-2 @md:grid-cols-2">
            {sides.map(({ side, video }) => (
              <Caption
                key={side}
                side={side}
                ended={shorter(a, b) === side ? video.output.durationSeconds : undefined}
              >
                {video.caption}
              </Caption>
            ))}
          </div>
        </div>
      ) : null}
      <div
        className={classNames(
          "mt-4 transition-opacity duration-180",
          fullScreen.isFull && "px-4",
          fullScreen.isFull && idle && "opacity-0",
        )}
      >
        <VideoControls
          transport={pair}
          title={t("both")}
          isFullScreen={fullScreen.isFull}
          toggleFullScreen={fullScreen.toggle}
        >
          <SegmentedControl
            label={t("view")}
            size="small"
            value={view}
            onValueChange={(next) => setView(next === "over" ? "over" : "beside")}
            options={[
              { value: "beside", label: t("beside") },
              { value: "over", label: t("over") },
            ]}
            className="mr-1"
          />
          {pair.hasSound ? (
            <SegmentedControl
              label={t("heard")}
              size="small"
              value={audible}
              onValueChange={(next) => {
                const side = next === "b" ? "b" : "a";
                pair.setAudible(side);
                setAudible(side);
              }}
              options={[
                { value: "a", label: t("hearSide", { side: "A" }) },
                { value: "b", label: t("hearSide", { side: "B" }) },
              ]}
              className="mr-1"
            />
          ) : null}
        </VideoControls>
      </div>
    </div>
  );
}

/** Which video ends earlier, by more than a moment. */
function shorter(a: ComparedVideo, b: ComparedVideo): "a" | "b" | null {
  const apart = (a.output.durationSeconds ?? 0) - (b.output.durationSeconds ?? 0);
  if (Math.abs(apart) < 0.1) return null;
  return apart < 0 ? "a" : "b";
}

function Caption({
  side,
  ended,
  children,
}: {
  side: "a" | "b";
  /** The length of the shorter video. */
  ended: number | undefined;
  children: ReactNode;
}) {
  const t = useTranslations("watch.compare");
  return (
    <div className="flex min-w-0 items-start gap-2.5">
      <span
        aria-hidden
        className="grid size-6 shrink-0 place-items-center rounded-sm bg-hue/15 text-xs font-semibold text-hue"
      >
        {side.toUpperCase()}
      </span>
      <div className="min-w-0 flex-1">
        {children}
        {ended === undefined ? null : (
          <p className="text-xs text-text-3">{t("shorter", { time: formatClock(ended) })}</p>
        )}
      </div>
    </div>
  );
}
