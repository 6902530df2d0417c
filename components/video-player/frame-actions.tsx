"use client";

import { Clapperboard, Copy, ImageDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import type { GenerationDto, OutputDto } from "@/lib/generations/read/generation-dto";
import { useFrameAsStart } from "./use-frame-as-start";
import { useVideoSnapshot } from "./use-video-deck";
import { frameAt, momentOfFrame, type VideoTransport } from "./video-transport";

/** As long as words of what was just done stay over the picture. */
const newsForMs = 2_500;
const never = () => () => {};

interface FrameActionsProps {
  generation: GenerationDto;
  output: OutputDto;
  transport: VideoTransport;
  findVideo: () => HTMLVideoElement | null;
  /** The time of the frame that the element shows; null where that is not known. */
  getShownSeconds: () => number | null;
  /** Says over the picture what was done. */
  onNews: (words: string) => void;
}

/** What can be done with the frame that is shown: had as a picture, or made the beginning of the next video. */
export function FrameActions({
  generation,
  output,
  transport,
  findVideo,
  getShownSeconds,
  onNews,
}: FrameActionsProps) {
  const t = useTranslations("watch");
  const start = useFrameAsStart();
  const { state, problem } = useVideoSnapshot(transport);
  const copies = useSyncExternalStore(never, canCopyPictures, () => true);
  const { clock } = transport;
  const wanted = start.isPending ? start.variables.at : null;
  const none = state === "failed";

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function tell(words: string) {
    onNews(words);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onNews(""), newsForMs);
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
      tell(copies ? t("frameCopied") : t("frameSaved"));
    } catch {
      // The browser or the person refuses the clipboard, or nothing is decoded yet: the words say what remains.
      tell(t("frameNotCopied"));
    }
  }

  /** Where the browser does not tell the frame's own time, by the frame rate. */
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
        disabled={none}
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
          disabled={none}
          aria-label={t("useFrame")}
          pending={wanted !== null && wanted !== "last"}
          onClick={() => begin("shown")}
        >
          {t("useFrameShort")}
        </Button>
        <Button
          size="small"
          variant="outline"
          disabled={problem === "gone"}
          aria-label={t("useLastFrame")}
          pending={wanted === "last"}
          onClick={() => begin("last")}
        >
          {t("useLastFrameShort")}
        </Button>
      </span>
    </div>
  );
}

/** The frame that a video element shows, at the video's own size, as a PNG. Throws where nothing is decoded yet. */
async function captureFrame(video: HTMLVideoElement): Promise<Blob> {
  if (video.readyState < video.HAVE_CURRENT_DATA) throw new Error("no frame is decoded yet");
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

/** Whether pictures can be put on the clipboard: on a secure page only, and not in every browser. */
function canCopyPictures(): boolean {
  return (
    window.isSecureContext && "ClipboardItem" in window && typeof navigator.clipboard?.write === "function"
  );
}

/** Puts a picture on the clipboard. Throws where the browser or the person refuses. */
async function copyPicture(picture: Promise<Blob>): Promise<void> {
  // Given as a promise: some browsers allow it only within the press itself.
  await navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]);
}

/** Lets the browser save a file that exists in the page only. */
function saveFile(file: Blob, fileName: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}

/** What a frame of a video is called as a file: frames count from 1. */
function nameFrame(fileName: string, frame: number | null): string {
  const name = fileName.replace(/\.\w+$/, "");
  return frame === null ? `${name}-frame.png` : `${name}-frame-${frame + 1}.png`;
}
