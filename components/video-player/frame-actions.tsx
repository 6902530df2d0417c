"use client";

import { Clapperboard, Copy, ImageDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import type { GenerationDto, OutputDto } from "@/lib/generations/read/generation-dto";
import { canCopyPictures, captureFrame, copyPicture, nameFrame, saveFile } from "./capture-frame";
import { frameAt, momentOfFrame } from "./frame-clock";
import { useFrameAsStart } from "./use-frame-as-start";
import { useVideoSnapshot } from "./use-video-deck";
import type { VideoTransport } from "./video-transport";

/** As long as words of what was just done stay over the picture. */
const newsForMs = 2_500;
const never = () => () => {};

export interface FrameActionsProps {
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
