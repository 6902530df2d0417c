"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { usePreviewStore } from "../use-preview";

/** Below this a bar is empty. */
const floorDb = -48;
/** Where samples are cut off. */
const clipDb = -0.1;
/** How often the number changes: slowly enough to be read. */
const numberEveryMs = 400;
/** By how much a bar falls from one reading to the next, so that a peak is seen. */
const fallDb = 2.2;

/** The peaks of both channels and the momentary loudness, before the volume: what the film has. Not by React, with every reading. */
export function LevelBars() {
  const t = useTranslations("preview");
  const store = usePreviewStore();
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const shownDb = [-Infinity, -Infinity];
    let numberAt = 0;
    return store.subscribeLevels(({ peaksDb, loudnessLufs }) => {
      const bars = ref.current?.querySelectorAll<HTMLElement>("[data-bar]");
      const number = ref.current?.querySelector("output");
      if (!bars || !number) return;
      const isOver = peaksDb.every((peak) => peak === -Infinity) && loudnessLufs === null;
      for (const [index, bar] of bars.entries()) {
        const db = isOver ? -Infinity : Math.max(peaksDb[index]!, shownDb[index]! - fallDb);
        shownDb[index] = db;
        bar.style.scale = `${Math.max(0, Math.min(1, 1 - db / floorDb))} 1`;
        bar.toggleAttribute("data-clips", db > clipDb);
      }
      const now = performance.now();
      if (!isOver && now - numberAt < numberEveryMs) return;
      numberAt = now;
      number.textContent = loudnessLufs === null ? "" : Math.round(loudnessLufs).toString().replace("-", "−");
    });
  }, [store]);
  return (
    <div
      ref={ref}
      data-tooltip={t("loudness")}
      className="mr-1 flex items-center gap-1.5 text-xs text-text-2 tabular-nums @max-3xl:hidden"
    >
      <div aria-hidden className="grid w-12 gap-0.75">
        {[0, 1].map((channel) => (
          <span key={channel} className="h-0.75 overflow-hidden rounded-full bg-line-strong">
            <span data-bar className="block h-full origin-left bg-success [scale:0_1] data-clips:bg-danger" />
          </span>
        ))}
      </div>
      {/* Not announced: it changes all the time. */}
      <output aria-live="off" aria-label={t("loudness")} className="w-6 text-right" />
    </div>
  );
}
