"use client";

import { useQuery } from "@tanstack/react-query";
import { peaksQueries } from "@/components/queries/peaks-queries";
import type { PeaksDto } from "@/lib/media/peaks/peaks-dto";
import type { LiveSoundSnapshot } from "./live/live-sound";
import type { Peaks } from "./peaks";
import type { Track } from "./track";
import { useLiveSound } from "./use-live-sound";

/**
 * The waveform of a track: what has come of it while it is being made, then the studio's own. Null while it is not known.
 *
 * @param wanted false while nobody can see it: nothing is fetched
 */
export function usePeaks(track: Track, wanted = true): Peaks | null {
  return usePeaksAndStream(track, wanted).peaks;
}

/** The same, and how the stream stands where there is one. */
export function usePeaksAndStream(
  track: Track,
  wanted = true,
): { peaks: Peaks | null; stream: LiveSoundSnapshot | null } {
  const { data } = useQuery({
    ...peaksQueries.detail(track.assetId ?? ""),
    enabled: wanted && track.assetId !== undefined,
    select: toPeaks,
  });
  const stream = useLiveSound(track, data === undefined);
  return { peaks: data ?? (stream && stream.peaks.levels.length > 0 ? stream.peaks : null), stream };
}

function toPeaks({ peaks, durationSeconds }: PeaksDto): Peaks {
  return { levels: peaks, durationSeconds };
}
