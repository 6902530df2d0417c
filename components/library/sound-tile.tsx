"use client";

import { useRef } from "react";
import { PlayButton } from "@/components/player/play-button";
import { toTrack } from "@/components/player/track";
import { usePeaks } from "@/components/player/use-peaks";
import { Waveform } from "@/components/player/waveform";
import type { GenerationDto, OutputDto } from "@/lib/generations/read/generation-dto";
import { useListedTracks } from "@/components/takes/listed-tracks";
import { useInSight } from "@/components/takes/use-in-sight";

/** The play button and waveform of a sound, above the link of its tile. Lazily loaded, hence the default export. */
export default function SoundTileFoot({
  generation,
  output,
}: {
  generation: GenerationDto;
  output: OutputDto;
}) {
  const placeRef = useRef<HTMLDivElement>(null);
  const track = toTrack(generation, output);
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
