"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { peaksQueries } from "@/components/queries/peaks-queries";
import type { PeaksDto } from "@/lib/media/peaks/peaks-dto";
import { canFeed } from "./live/attach-live";
import type { LiveSoundSnapshot } from "./live/live-sound";
import type { Peaks } from "./peaks";
import type { Track } from "./track";
import { usePlayerValue } from "./use-player";

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

/**
 * What is here of a sound in the making. When it has become a file, what came of the stream stays until `wanted` ends.
 * Null for sounds that were not streamed here, where this browser plays the address itself, and where enough streams are
 * open already.
 */
export function useLiveSound(track: Track, wanted = true): LiveSoundSnapshot | null {
  const { id, url, live, mimeType } = track;
  const heard = usePlayerValue(({ current }) => current?.id === id);
  const [snapshot, setSnapshot] = useState<LiveSoundSnapshot | null>(null);
  const [stream, setStream] = useState<{ id: string; url: string } | null>(null);
  if (live && canFeed(mimeType) && stream?.url !== url) setStream({ id, url });
  const streamUrl = wanted && stream?.id === id ? stream.url : null;

  useEffect(() => {
    if (streamUrl === null) return;
    let left = false;
    let leave = () => {};
    // A script of the studio that does not come leaves a row without its wave, and nothing else.
    void import("./live/live-sound").then(({ holdLiveSound, mayShowLiveSound }) => {
      if (left || (!heard && !mayShowLiveSound(id))) return;
      const { sound, release } = holdLiveSound(id, streamUrl);
      const show = () => setSnapshot(sound.getSnapshot());
      show();
      const unsubscribe = sound.subscribe(show);
      leave = () => {
        unsubscribe();
        release();
      };
    });
    return () => {
      left = true;
      leave();
    };
  }, [id, streamUrl, heard]);

  return streamUrl === null ? null : snapshot;
}
