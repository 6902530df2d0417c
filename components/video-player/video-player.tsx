"use client";

import { useTranslations } from "next-intl";
import { useCallback, useEffect, useRef, useState } from "react";
import { classNames } from "@/components/ui/class-names";
import type { GenerationDto, OutputDto } from "@/lib/generations/read/generation-dto";
import { FrameActions } from "./frame-actions";
import fullScreenLook from "./full-screen.module.css";
import { useIdlePointer, useFullScreen, usePictureInPicture } from "./use-screen-modes";
import { useVideoDeck } from "./use-video-deck";
import { VideoControls } from "./video-controls";
import { useVideoKeys } from "./video-keys";
import { VideoScreen } from "./video-screen";
import { outputAspect, posterAddress } from "./video-source";

interface VideoPlayerProps {
  generation: GenerationDto;
  output: OutputDto;
  title: string;
  /** The person has just pressed play. */
  autoPlay?: boolean;
  /** The one video of the page: its keys work wherever nothing else has focus, and its bytes are fetched ahead. */
  main?: boolean;
  /** Focus goes to it as it appears. */
  autoFocus?: boolean;
  /** The most that its picture takes of the height of the window: CSS. */
  maxHeight?: string;
  /** Where its picture stands when it is narrower than its place. */
  align?: "start" | "center";
}

/**
 * One video with everything that is needed to look at it closely: every frame of it by key, any speed, and its frames as
 * pictures. Its controls stand below the picture, so that nothing lies over the work; in full screen they lie over its
 * foot and go away while nobody moves.
 */
export function VideoPlayer({
  generation,
  output,
  title,
  autoPlay = false,
  main = false,
  autoFocus = false,
  maxHeight = "70dvh",
  align = "center",
}: VideoPlayerProps) {
  const t = useTranslations("watch");
  const playerRef = useRef<HTMLDivElement>(null);
  const videoRef = useRef<HTMLVideoElement>(null);
  const deck = useVideoDeck(output);
  const [shown] = useState(() => new ShownFrame());
  const findVideo = useCallback(() => videoRef.current, []);
  const fullScreen = useFullScreen(playerRef, findVideo);
  const togglePictureInPicture = usePictureInPicture(findVideo);
  const [idle, stir] = useIdlePointer(fullScreen.isFull);
  const [news, setNews] = useState("");
  useVideoKeys(playerRef, deck, { toggleFullScreen: fullScreen.toggle, everywhere: main });

  const attach = useCallback(
    (element: HTMLVideoElement) => {
      videoRef.current = element;
      const detach = deck.attach(element);
      const leave = shown.follow(element);
      return () => {
        leave();
        detach();
        videoRef.current = null;
      };
    },
    [deck, shown],
  );
  useEffect(() => {
    if (autoFocus) playerRef.current?.focus({ preventScroll: true });
  }, [autoFocus]);
  useEffect(() => {
    if (autoPlay) deck.play();
  }, [autoPlay, deck]);

  const aspect = outputAspect(output);
  const hidden = fullScreen.isFull && idle;
  return (
    <div
      ref={playerRef}
      role="group"
      aria-label={t("label", { title })}
      tabIndex={-1}
      data-generator={generation.generator}
      data-menu-place=""
      onPointerMove={stir}
      onKeyDown={stir}
      className={classNames(
        "@container relative w-full text-text outline-none",
        align === "center" && "mx-auto",
        fullScreen.isFull && fullScreenLook.dark,
        hidden && "cursor-none",
      )}
      // As wide as the picture, but for one so narrow that the controls would have no room.
      style={fullScreen.isFull ? undefined : { maxWidth: `max(calc(${maxHeight} * ${aspect}), 24rem)` }}
    >
      <VideoScreen
        transport={deck}
        videoRef={attach}
        source={{
          url: output.url,
          posterUrl: posterAddress(output, 1280),
          width: output.width,
          height: output.height,
          fileName: output.fileName,
        }}
        title={title}
        preload={main ? "auto" : "metadata"}
        full={fullScreen.isFull}
        style={{ aspectRatio: aspect, maxWidth: `calc(${maxHeight} * ${aspect})` }}
        className={align === "center" ? "mx-auto" : undefined}
        onToggleFullScreen={fullScreen.toggle}
        news={news}
      />
      <div
        // The very same controls, over the foot of the picture.
        className={classNames(
          "grid gap-1.5",
          fullScreen.isFull
            ? "absolute inset-x-0 bottom-0 bg-linear-to-t from-black/85 to-transparent px-4 pt-14 pb-4 transition-opacity duration-180"
            : "pt-2",
          hidden && "opacity-0",
        )}
      >
        <VideoControls
          transport={deck}
          title={title}
          downloadOf={output}
          isFullScreen={fullScreen.isFull}
          toggleFullScreen={fullScreen.toggle}
          togglePictureInPicture={togglePictureInPicture}
        />
        <FrameActions
          generation={generation}
          output={output}
          transport={deck}
          findVideo={findVideo}
          getShownSeconds={shown.getSeconds}
          onNews={setNews}
        />
      </div>
    </div>
  );
}

/** As much of a video element as tells which frame it shows. */
export type FrameTeller = Pick<HTMLVideoElement, "seeking" | "currentTime" | "addEventListener"> &
  Partial<Pick<HTMLVideoElement, "requestVideoFrameCallback" | "cancelVideoFrameCallback">>;

/**
 * Which frame a video element really shows, by the frame's own time. A frame rate tells it of videos whose frames are
 * evenly spaced only.
 */
export class ShownFrame {
  #element: FrameTeller | null = null;
  #seconds: number | null = null;
  /** Where the element stood when that frame was presented. */
  #presentedAt = 0;

  /** Null where the browser does not tell it, while nothing is shown, and on the way to another place. */
  readonly getSeconds = (): number | null =>
    this.#element === null || this.#element.seeking ? null : this.#seconds;

  /** Call it when the element is there. What it gives back lets go of it. */
  follow(element: FrameTeller): () => void {
    const controller = new AbortController();
    const { signal } = controller;
    const forget = () => (this.#seconds = null);
    // The frame of another place may be presented before the event says that it is on its way there.
    const forgetOthers = () => this.#presentedAt !== element.currentTime && forget();
    this.#element = element;
    element.addEventListener("seeking", forgetOthers, { signal });
    element.addEventListener("emptied", forget, { signal });
    let handle: number | undefined;
    const listen = () => {
      handle = element.requestVideoFrameCallback?.((_now, { mediaTime }) => {
        this.#seconds = mediaTime;
        this.#presentedAt = element.currentTime;
        listen();
      });
    };
    listen();
    return () => {
      controller.abort();
      if (handle !== undefined) element.cancelVideoFrameCallback?.(handle);
      this.#element = null;
      this.#seconds = null;
    };
  }
}
