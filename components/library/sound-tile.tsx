"use client";

import { useRef } from "react";
import { PlayButton } from "@/components/player/play-button";
import type { Track } from "@/components/player/track";
import { usePeaks } from "@/components/player/use-peaks";
import { Waveform } from "@/components/player/waveform";
import { useListedTracks } from "@/components/takes/listed-tracks";
import { useInSight } from "@/components/takes/use-in-sight";

/** The play button and waveform of a sound, above the link of its tile. Lazily loaded, hence the default export. */
export default function SoundTileFoot({ track }: { track: Track }) {
  const placeRef = useRef<HTMLDivElement>(null);
  const peaks = usePeaks(track, useInSight(placeRef));
  const listTracks = useListedTracks();
  return (
    <div
      ref={placeRef}
      className="pointer-events-none absolute inset-x-3.5 bottom-3 flex items-center gap-2.5"
    >
      <PlayButton
        track={track}
        listQueue={listTracks}
        className="pointer-events-auto size-8! [&_svg]:size-3.75!"
      />
      <Waveform track={track} peaks={peaks} className="h-8! flex-1" />
    </div>
  );
}
