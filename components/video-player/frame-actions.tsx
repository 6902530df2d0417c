"use client";

import { Clapperboard, Copy, ImageDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import type { GenerationDto, OutputDto } from "@/lib/generations/generation-dto";
import { canCopyPictures, captureFrame, copyPicture, nameFrame, saveFile } from "./capture-frame";
import { frameAt, middleOfFrame } from "./frame-clock";
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
  /** Says over the picture what was done. */
  onNews: (words: string) => void;
}

/** What can be done with the frame that is shown: had as a picture, or made the beginning of the next video. */
export function FrameActions({ generation, output, transport, findVideo, onNews }: FrameActionsProps) {
  const t = useTranslations("watch");
  const start = useFrameAsStart();
  const { state } = useVideoSnapshot(transport);
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

  function begin(at: "last" | "shown") {
    transport.pause();
    const frame = currentFrame();
    const seconds = clock && frame !== null ? middleOfFrame(frame, clock) : transport.getSeconds();
    start.mutate({ generation, output, at: at === "last" ? "last" : seconds });
  }

  return (
    <div role="group" aria-label={t("framesLabel")} className="flex flex-wrap gap-1.5 border-t pt-2.5">
      <Button
        size="small"
        variant="outline"
        disabled={none}
        pending={wanted !== null && wanted !== "last"}
        onClick={() => begin("shown")}
        className="@max-sm:flex-1"
      >
        <Clapperboard aria-hidden />
        {t("useFrame")}
      </Button>
      <Button
        size="small"
        variant="outline"
        pending={wanted === "last"}
        onClick={() => begin("last")}
        className="@max-sm:flex-1"
      >
        <Clapperboard aria-hidden />
        {t("useLastFrame")}
      </Button>
      <Button
        size="small"
        variant="ghost"
        disabled={none}
        onClick={() => void copy()}
        className="@max-sm:flex-1"
      >
        {copies ? <Copy aria-hidden /> : <ImageDown aria-hidden />}
        {copies ? t("copyFrame") : t("saveFrame")}
      </Button>
    </div>
  );
}
