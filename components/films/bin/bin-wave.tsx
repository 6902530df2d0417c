"use client";

import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { peaksQueries } from "@/components/player/peaks-queries";
import { useInSight } from "@/components/takes/use-in-sight";

const bars = 22;
const height = 14;

/** A sound as a small wave, fetched when it is in sight. */
export function BinWave({ assetId }: { assetId: string }) {
  const ref = useRef<HTMLSpanElement>(null);
  const { data } = useQuery({ ...peaksQueries.detail(assetId), enabled: useInSight(ref) });
  return (
    <span ref={ref} aria-hidden className="h-3.5 w-11 shrink-0 text-wave">
      {data ? (
        <svg viewBox={`0 0 ${bars * 2} ${height}`} className="size-full">
          {listBars(data.peaks).map((level, index) => (
            <rect
              key={index}
              x={index * 2}
              y={(height - level) / 2}
              width="1.2"
              height={level}
              rx="0.6"
              fill="currentColor"
            />
          ))}
        </svg>
      ) : null}
    </span>
  );
}

/** The loudest level of each equal part, as the height of a bar. */
function listBars(peaks: readonly number[]): number[] {
  const highest = Math.max(1, ...peaks);
  return Array.from({ length: bars }, (_, index) => {
    const from = Math.floor((index * peaks.length) / bars);
    const to = Math.max(from + 1, Math.floor(((index + 1) * peaks.length) / bars));
    return Math.max(1.5, (Math.max(0, ...peaks.slice(from, to)) / highest) * height);
  });
}
