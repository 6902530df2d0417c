"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef } from "react";
import type WaveSurfer from "wavesurfer.js";
import type { Region } from "wavesurfer.js/plugins/regions";
import { useWaveRegions } from "@/components/player/use-wave-regions";
import { formatClock } from "@/lib/i18n/clocks";
import type { TrimRange } from "./trim-range";

type Side = "start" | "end";
const sides = ["start", "end"] as const;
const partOfSide = { start: "region-handle-left", end: "region-handle-right" } as const;
/** The step of the arrow keys, and the minimum length of a piece. */
const stepSeconds = 1;
const pageStepSeconds = 10;

/** Shows the piece on the waveform between two draggable handles that also work by keyboard. */
export function useTrimRegion(wave: WaveSurfer | null, range: TrimRange): void {
  const t = useTranslations("sound.trimming");
  const regions = useWaveRegions(wave);
  const regionRef = useRef<Region | null>(null);
  const draggingRef = useRef(false);
  /** Moves by key that the next render has not shown yet: a second press continues from them. */
  const pendingRef = useRef<Partial<Record<Side, number>>>({});
  const { startSeconds, endSeconds, durationSeconds } = range;

  const isPiece = startSeconds !== null && endSeconds !== null && endSeconds - startSeconds >= stepSeconds;

  const read = useEffectEvent(() =>
    isPiece ? { start: startSeconds, end: endSeconds } : { start: 0, end: durationSeconds },
  );
  const write = useEffectEvent((side: Side, seconds: number) => {
    pendingRef.current[side] = seconds;
    range.change({ [side]: formatClock(seconds) });
  });
  const listen = useEffectEvent((side: Side, event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const { start, end } = { ...read(), ...pendingRef.current };
    const from = side === "start" ? start : end;
    const [lowest, highest] = limitsOf(side, start, end, durationSeconds);
    const to = {
      ArrowLeft: from - stepSeconds,
      ArrowDown: from - stepSeconds,
      ArrowRight: from + stepSeconds,
      ArrowUp: from + stepSeconds,
      PageDown: from - pageStepSeconds,
      PageUp: from + pageStepSeconds,
      Home: lowest,
      End: highest,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    write(side, Math.max(lowest, Math.min(highest, to)));
  });

  useEffect(() => {
    if (!regions) return;
    const created = regions.addRegion({
      ...read(),
      color: "color-mix(in oklab, var(--hue) 20%, transparent)",
      drag: false,
      // Without a length it would be a marker without handles.
      minLength: stepSeconds,
    });
    for (const side of sides) {
      const handle = findHandle(created, side);
      handle?.setAttribute("role", "slider");
      handle?.setAttribute("tabindex", "0");
      handle?.addEventListener("keydown", (event) => listen(side, event));
    }
    // Dragging snaps to whole seconds; others can be typed.
    const leave = [
      regions.on("region-update", (_, side) => {
        draggingRef.current = true;
        if (side) write(side, Math.round(created[side]));
      }),
      regions.on("region-updated", () => {
        draggingRef.current = false;
        created.setOptions(read());
      }),
    ];
    regionRef.current = created;
    return () => {
      leave.forEach((each) => each());
      created.remove();
      regionRef.current = null;
    };
  }, [regions]);

  useEffect(() => {
    pendingRef.current = {};
    const region = regionRef.current;
    // Keeps the handles in place while the typed times are invalid.
    if (!region || !isPiece) return;
    if (!draggingRef.current) region.setOptions({ start: startSeconds, end: endSeconds });
    const labels = { start: t("startHandle"), end: t("endHandle") };
    for (const side of sides) {
      const handle = findHandle(region, side);
      const seconds = side === "start" ? startSeconds : endSeconds;
      const [lowest, highest] = limitsOf(side, startSeconds, endSeconds, durationSeconds);
      handle?.setAttribute("aria-label", labels[side]);
      handle?.setAttribute("aria-valuemin", String(lowest));
      handle?.setAttribute("aria-valuemax", String(highest));
      handle?.setAttribute("aria-valuenow", String(seconds));
      handle?.setAttribute("aria-valuetext", formatClock(seconds));
    }
  }, [regions, isPiece, startSeconds, endSeconds, durationSeconds, t]);
}

function findHandle(region: Region, side: Side): HTMLElement | null {
  return region.element?.querySelector<HTMLElement>(`[part~="${partOfSide[side]}"]`) ?? null;
}

/** The range of a handle. */
function limitsOf(side: Side, start: number, end: number, durationSeconds: number): [number, number] {
  return side === "start"
    ? [0, Math.max(0, end - stepSeconds)]
    : [Math.min(durationSeconds, start + stepSeconds), durationSeconds];
}
