"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { canFeed } from "./live/attach-live";
import type { LiveSoundSnapshot } from "./live/live-sound";
import type { Peaks } from "./peaks";
import { peaksQueries, toPeaks } from "./peaks-queries";
import type { Track } from "./track";
import { usePlayerValue } from "./use-player";

/**
 * Returns the waveform of a track: of what has arrived while streaming, then the stored one. Null while unknown.
 *
 * @param wanted false while it is not visible: nothing is fetched, and null returned
 */
export function usePeaks(track: Track, wanted = true): Peaks | null {
  return usePeaksAndStream(track, wanted).peaks;
}

/** The same with the state of the stream. */
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
  const arrived = stream && stream.peaks.levels.length > 0 ? stream.peaks : null;
  return { peaks: wanted ? (data ?? arrived) : null, stream };
}

/**
 * Returns the state of a stream. After the file is stored, the received part stays until `wanted` ends. Null for tracks
 * not streamed here, in browsers that play the URL directly, and while enough streams are open.
 */
export function useLiveSound(track: Track, wanted = true): LiveSoundSnapshot | null {
  const { id, url, live, mimeType } = track;
  const isCurrent = usePlayerValue(({ current }) => current?.id === id);
  const [snapshot, setSnapshot] = useState<LiveSoundSnapshot | null>(null);
  const [stream, setStream] = useState<{ id: string; url: string } | null>(null);
  if (live && canFeed(mimeType) && stream?.url !== url) setStream({ id, url });
  const streamUrl = wanted && stream?.id === id ? stream.url : null;

  useEffect(() => {
    if (streamUrl === null) return;
    let isStopped = false;
    let cleanUp = () => {};
    // If this script does not arrive, the row has no waveform.
    void import("./live/live-sound").then(({ holdLiveSound, mayShowLiveSound }) => {
      if (isStopped || (!isCurrent && !mayShowLiveSound(id))) return;
      const { sound, release } = holdLiveSound(id, streamUrl);
      const show = () => setSnapshot(sound.getSnapshot());
      show();
      const unsubscribe = sound.subscribe(show);
      cleanUp = () => {
        unsubscribe();
        release();
      };
    });
    return () => {
      isStopped = true;
      cleanUp();
    };
  }, [id, streamUrl, isCurrent]);

  return streamUrl === null ? null : snapshot;
}
