"use client";

import { Clapperboard, Copy, ImageDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { saveFile } from "@/components/ui/save-file";
import { Button } from "@/components/ui/button";
import type { GenerationDto, OutputDto } from "@/lib/generations/read/generation-dto";
import { useFrameAsStart } from "./use-frame-as-start";
import { useVideoSnapshot } from "./use-video-deck";
import { frameAt, momentOfFrame, type VideoTransport } from "./video-transport";

/** How long a confirmation is shown over the picture. */
const messageDurationMs = 2_500;
const noSubscription = () => () => {};

interface FrameActionsProps {
  generation: GenerationDto;
  output: OutputDto;
  transport: VideoTransport;
  findVideo: () => HTMLVideoElement | null;
  /** The time of the visible frame; null if unknown. */
  getShownSeconds: () => number | null;
  /** Shows a message over the picture. */
  onMessage: (words: string) => void;
}

/** Actions for the visible frame: copy it as an image, or start the next video with it. */
export function FrameActions({
  generation,
  output,
  transport,
  findVideo,
  getShownSeconds,
  onMessage,
}: FrameActionsProps) {
  const t = useTranslations("watch");
  const start = useFrameAsStart();
  const { state, problem } = useVideoSnapshot(transport);
  const copies = useSyncExternalStore(noSubscription, canCopyPictures, () => true);
  const { clock } = transport;
  const pendingFrame = start.isPending ? start.variables.at : null;
  const isDisabled = state === "failed";

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function announce(words: string) {
    onMessage(words);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onMessage(""), messageDurationMs);
  }

  function currentFrame(): number | null {
    return clock ? frameAt(transport.getSeconds(), clock) : null;
  }

  async function copy() {
    const video = findVideo();
    if (!video) return;
    transport.pause();
    const frame = currentFrame();
    try {
      const picture = captureFrame(video);
      if (copies) await copyPicture(picture);
      else saveFile(await picture, nameFrame(output.fileName, frame));
      announce(copies ? t("frameCopied") : t("frameSaved"));
    } catch {
      // The clipboard was refused, or nothing is decoded yet: the message says what to do.
      announce(t("frameNotCopied"));
    }
  }

  /** The time of the visible frame; without the browser's support, derived from the frame rate. */
  function chosenSeconds(): number {
    const frame = currentFrame();
    const counted = clock && frame !== null ? momentOfFrame(frame, clock) : transport.getSeconds();
    return getShownSeconds() ?? counted;
  }

  function begin(at: "last" | "shown") {
    transport.pause();
    start.mutate({ generation, output, at: at === "last" ? "last" : chosenSeconds() });
  }

  return (
    <div
      role="group"
      aria-label={t("framesLabel")}
      className="grid grid-cols-[1fr_auto] items-center gap-x-3 gap-y-1.5 border-t pt-2.5 @md:grid-cols-[auto_auto_1fr]"
    >
      <span aria-hidden className="flex items-center gap-1.75 text-sm text-text-2">
        <Clapperboard className="size-4" />
        {t("nextVideo")}
      </span>
      <Button
        size="small"
        variant="ghost"
        disabled={isDisabled}
        onClick={() => void copy()}
        className="justify-self-end @md:order-last"
      >
        {copies ? <Copy aria-hidden /> : <ImageDown aria-hidden />}
        {copies ? t("copyFrame") : t("saveFrame")}
      </Button>
      <span className="col-span-2 grid grid-cols-2 gap-1.5 @md:col-span-1 @md:flex">
        <Button
          size="small"
          variant="outline"
          disabled={isDisabled}
          aria-label={t("useFrame")}
          pending={pendingFrame !== null && pendingFrame !== "last"}
          onClick={() => begin("shown")}
        >
          {t("useFrameShort")}
        </Button>
        <Button
          size="small"
          variant="outline"
          disabled={problem === "gone"}
          aria-label={t("useLastFrame")}
          pending={pendingFrame === "last"}
          onClick={() => begin("last")}
        >
          {t("useLastFrameShort")}
        </Button>
      </span>
    </div>
  );
}

/** Captures the visible frame at the video's size, as PNG. Throws if nothing is decoded yet. */
async function captureFrame(video: HTMLVideoElement): Promise<Blob> {
  if (video.readyState < video.HAVE_CURRENT_DATA) throw new Error("no frame is decoded yet");
  try {
    return await drawFrame(video);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "SecurityError")) throw error;
    // It came from the store, whose pixels a page may not read. What asks for them gets it through the web.
    const readable = document.createElement("video");
    readable.crossOrigin = "anonymous";
    readable.muted = true;
    readable.src = video.currentSrc;
    await waitForEvent(readable, "loadeddata");
    // Seeking where it already is fires the event, too.
    readable.currentTime = video.currentTime;
    await waitForEvent(readable, "seeked");
    return drawFrame(readable);
  }
}

function waitForEvent(video: HTMLVideoElement, name: "loadeddata" | "seeked"): Promise<unknown> {
  return new Promise((resolve, reject) => {
    video.addEventListener(name, resolve, { once: true });
    video.addEventListener("error", () => reject(video.error!), { once: true });
  });
}

async function drawFrame(video: HTMLVideoElement): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("this browser draws no canvas");
  context.drawImage(video, 0, 0);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) throw new Error("this browser encodes no PNG");
  return blob;
}

/** Whether images can be copied: in secure contexts, and not in every browser. */
function canCopyPictures(): boolean {
  return (
    window.isSecureContext && "ClipboardItem" in window && typeof navigator.clipboard?.write === "function"
  );
}

/** Copies an image to the clipboard. Throws if the browser or the person refuses. */
async function copyPicture(picture: Promise<Blob>): Promise<void> {
  // As a promise: some browsers allow copying only within the press itself.
  await navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]);
}

/** Names the file of a frame; frames count from 1. */
function nameFrame(fileName: string, frame: number | null): string {
  const name = fileName.replace(/\.\w+$/, "");
  return frame === null ? `${name}-frame.png` : `${name}-frame-${frame + 1}.png`;
}
