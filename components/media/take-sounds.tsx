"use client";

import { isSound, toLiveTrack, toTrack } from "@/components/player/track";
import type { GenerationDto } from "@/lib/generations/generation-dto";
import { resultSlots } from "./generation-facts";
import { LiveSoundRow, PendingSoundRow, StoredSoundRow } from "./take-sound-row";

export interface TakeSoundsProps {
  generation: GenerationDto;
  /** The newest of its list: what can be done with it is always in sight. */
  newest?: boolean;
}

/** The sounds of a take below each other: those that are here, the one that is coming, and places of those to come. */
export default function TakeSounds({ generation, newest = false }: TakeSoundsProps) {
  const sounds = generation.outputs.filter(isSound);
  const live = toLiveTrack(generation);
  const slots = resultSlots({ ...generation, outputs: sounds });
  return (
    <ul className="grid divide-y divide-line border-t">
      {slots.map((slot, index) => (
        <li key={slot.kind === "output" ? `sound-${slot.output.index}` : `sound-${index}`} className="py-3">
          {slot.kind === "output" ? (
            <StoredSoundRow
              generation={generation}
              output={slot.output}
              track={toTrack(generation, slot.output)}
              several={sounds.length > 1}
              newest={newest}
            />
          ) : live?.outputIndex === index ? (
            <LiveSoundRow track={live} />
          ) : (
            <PendingSoundRow reason={slot.reason} />
          )}
        </li>
      ))}
    </ul>
  );
}
