"use client";

import { OriginalComparison } from "./original-comparison";
import { isSound, toLiveTrack, toTrack } from "@/components/player/track";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { resultSlots } from "./generation-facts";
import { SoundNotes } from "./sound-notes";
import { PendingSoundRow, TakeSoundRow } from "./take-sound-row";
import { TakeText } from "./take-text";

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
    <>
      <ul className="grid divide-y divide-line border-t">
        {slots.map((slot, index) => {
          const output = slot.kind === "output" ? slot.output : null;
          const track = output ? toTrack(generation, output) : live?.outputIndex === index ? live : null;
          return (
            // A stream that became a file stays where it is, with the wave that has come.
            <li key={output?.index ?? index} className="py-3 last:pb-0">
              {track ? (
                <TakeSoundRow
                  generation={generation}
                  track={track}
                  output={output}
                  several={slots.length > 1}
                  newest={newest}
                />
              ) : slot.kind === "empty" ? (
                <PendingSoundRow reason={slot.reason} />
              ) : null}
              {output && generation.generator === "cover" ? (
                <OriginalComparison generation={generation} track={toTrack(generation, output)} />
              ) : null}
            </li>
          );
        })}
      </ul>
      <TakeText generation={generation} />
      <SoundNotes generation={generation} className="mt-1.5 grid gap-1 pl-13.5" />
    </>
  );
}
