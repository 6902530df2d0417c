"use client";

import { useQuery } from "@tanstack/react-query";
import { peaksQueries } from "@/components/data/peaks-queries";
import type { Peaks } from "./peaks";
import type { Track } from "./track";
import { useLiveSound } from "./use-live-sound";

/**
 * The waveform of a track: what has come of it while it is being made, then the studio's own. Null while it is not known.
 *
 * @param wanted false while nobody can see it: nothing is fetched
 */
export function usePeaks(track: Track, wanted = true): Peaks | null {
  const live = useLiveSound(track);
  const { data } = useQuery({
    ...peaksQueries.detail(track.assetId ?? ""),
    enabled: wanted && track.assetId !== undefined,
    select: toPeaks,
  });
  return data ?? (live && live.peaks.levels.length > 0 ? live.peaks : null);
}

function toPeaks({ peaks, durationSeconds }: { peaks: number[]; durationSeconds: number }): Peaks {
  return { levels: peaks, durationSeconds };
}
