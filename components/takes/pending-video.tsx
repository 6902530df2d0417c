"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useGenerator } from "@/components/generators";
import { useState } from "react";
import { flattenPages, generationQueries } from "@/components/queries/generation-queries";
import { ProgressLine } from "@/components/ui/progress";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { useUnits } from "@/lib/i18n/units";
import { expectedAspect, resultSlots } from "./generation-facts";
import { usualSeconds } from "./usual-seconds";

/**
 * The slot of a pending video: its dimmed first frame at the size of the video, its state, and how long such
 * videos usually take if that is known.
 */
export default function PendingVideo({
  generation,
  newest,
  maxHeight,
}: {
  generation: GenerationDto;
  /** Says, once in a list, that the tab may be closed. */
  newest: boolean;
  /** Maximum height as CSS. */
  maxHeight: string;
}) {
  const t = useTranslations("takes");
  const units = useUnits();
  const history = useInfiniteQuery(generationQueries.made(generation.generator));
  const [frameAspect, setFrameAspect] = useState<number | null>(null);
  const frame = generation.inputFiles?.find(({ mimeType }) => mimeType.startsWith("image/"));
  const generator = useGenerator(generation.generator);
  const aspect = frameAspect ?? expectedAspect(generation, generator);
  const usual = usualSeconds(generation, flattenPages(history.data));
  const [slot] = resultSlots(generation);
  const reason = slot?.kind === "empty" ? slot.reason : "making";

  function measure(image: HTMLImageElement | null): void {
    if (image?.complete && image.naturalHeight > 0) setFrameAspect(image.naturalWidth / image.naturalHeight);
  }

  return (
    <div className="max-w-2xl">
      <div
        className="relative grid w-full place-items-center overflow-hidden rounded-lg border border-line bg-panel"
        style={{ aspectRatio: aspect, maxWidth: `calc(${maxHeight} * ${aspect})` }}
      >
        {frame ? (
          // The studio's own thumbnail, already sized and cached.
          <img
            ref={measure}
            src={`/api/media/${frame.assetId}?width=640`}
            alt=""
            decoding="async"
            draggable={false}
            onLoad={(event) => measure(event.currentTarget)}
            className="absolute inset-0 size-full object-cover opacity-35"
          />
        ) : null}
        <div className="relative m-3 grid justify-items-center gap-1 rounded-md bg-ground/75 px-3 py-2 text-center text-xs text-text-2">
          <span className="text-sm text-text">{t(`slots.${reason}`)}</span>
          {usual === null ? null : <span>{t("usually", { duration: units.estimate(usual) })}</span>}
          {newest ? <span>{t("mayClose")}</span> : null}
        </div>
        {reason === "making" || reason === "storing" ? (
          // Screen readers get this from the take's line of facts.
          <div aria-hidden className="absolute inset-x-0 bottom-0">
            <ProgressLine label="" className="rounded-none bg-transparent!" />
          </div>
        ) : null}
      </div>
    </div>
  );
}
