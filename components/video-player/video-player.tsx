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
  /** The main video of the page: its keys work wherever nothing else is focused, and it preloads. */
  main?: boolean;
  /** Focuses the player when it appears. */
  autoFocus?: boolean;
  /** Maximum height of the picture, as CSS. */
  maxHeight?: string;
  /** Position of a picture narrower than its column. */
  align?: "start" | "center";
}

/**
 * A video player: frame steps by key, playback rates, and frames as images. Controls are below the picture, so that
 * nothing covers it; in full screen they overlay its foot and hide while the pointer rests.
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
  const [idle, onActivity] = useIdlePointer(fullScreen.isFull);
  const [message, setMessage] = useState("");
  useVideoKeys(playerRef, deck, { toggleFullScreen: fullScreen.toggle, everywhere: main });

  const attach = useCallback(
    (element: HTMLVideoElement) => {
      videoRef.current = element;
      const detach = deck.attach(element);
      const stopFollowing = shown.follow(element);
      return () => {
        stopFollowing();
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
      onPointerMove={onActivity}
      onKeyDown={onActivity}
      className={classNames(
        "@container relative w-full text-text outline-none",
        align === "center" && "mx-auto",
        fullScreen.isFull && fullScreenLook.dark,
        hidden && "cursor-none",
      )}
      // As wide as the picture, but wide enough for the controls.
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
        message={message}
      />
      <div
        // The same controls, over the foot of the picture in full screen.
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
          onMessage={setMessage}
        />
      </div>
    </div>
  );
}

/** The part of a video element that reports its frames. */
type FrameSource = Pick<HTMLVideoElement, "seeking" | "currentTime"> &
  Pick<EventTarget, "addEventListener"> &
  Partial<Pick<HTMLVideoElement, "requestVideoFrameCallback" | "cancelVideoFrameCallback">>;

/** The time of the frame that a video element shows. The frame rate gives it only for evenly spaced frames. */
export class ShownFrame {
  #element: FrameSource | null = null;
  #seconds: number | null = null;
  /** The element's position when that frame was presented. */
  #presentedAt = 0;

  /** Null if the browser does not report it, before the first frame and during a seek. */
  readonly getSeconds = (): number | null =>
    this.#element === null || this.#element.seeking ? null : this.#seconds;

  /** Starts reporting for an element; returns its cleanup. */
  follow(element: FrameSource): () => void {
    const controller = new AbortController();
    const { signal } = controller;
    const forgetFrame = () => (this.#seconds = null);
    // The frame of the new position may be presented before the seeking event.
    const forgetAfterMove = () => this.#presentedAt !== element.currentTime && forgetFrame();
    this.#element = element;
    element.addEventListener("seeking", forgetAfterMove, { signal });
    element.addEventListener("emptied", forgetFrame, { signal });
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
