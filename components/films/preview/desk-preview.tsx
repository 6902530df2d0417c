"use client";

import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { useFullScreen, useIdlePointer } from "@/components/video-player/use-screen-modes";
import { classNames } from "@/components/ui/class-names";
import { useDesk } from "../desk/use-desk";
import { PreviewStore } from "./preview-store";
import { PreviewStage } from "./preview-stage";
import { PreviewTransport } from "./transport/preview-transport";
import { Scrubber } from "./transport/scrubber";
import { usePreviewKeys } from "./transport/use-preview-keys";
import { PreviewContext } from "./use-preview";

const noVideo = () => null;

/** The picture at the playhead, with its controls. */
export function DeskPreview() {
  const [store] = useState(() => new PreviewStore());
  return (
    <PreviewContext value={store}>
      <Preview />
    </PreviewContext>
  );
}

function Preview() {
  const t = useTranslations("preview");
  const ref = useRef<HTMLElement>(null);
  const { isFull, toggle } = useFullScreen(ref, noVideo);
  const isPlaying = useDesk((state) => state.isPlaying);
  const [isIdle, onActivity] = useIdlePointer(isFull && isPlaying);
  usePreviewKeys(toggle);
  return (
    <section
      ref={ref}
      aria-label={t("label")}
      data-idle={isIdle || undefined}
      onPointerMove={onActivity}
      onKeyDown={onActivity}
      className={classNames(
        "group/preview @container flex min-h-0 min-w-0 flex-1 flex-col bg-[light-dark(oklch(0.94_0.004_85),oklch(0.13_0.005_70))]",
        isFull && "bg-black data-idle:cursor-none",
      )}
    >
      <PreviewStage isFull={isFull} />
      <div
        className={classNames(
          "transition-opacity group-data-idle/preview:opacity-0",
          isFull && "absolute inset-x-0 bottom-0 bg-ground/85 backdrop-blur-sm",
        )}
      >
        <Scrubber isFull={isFull} />
        <PreviewTransport isFull={isFull} toggleFullScreen={toggle} />
      </div>
    </section>
  );
}
