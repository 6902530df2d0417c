"use client";

import { useGeneratorParts } from "@/components/generators";
import { isSound, toLiveTrack, toTrack } from "@/components/player/track";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { resultSlots } from "./generation-facts";
import { SoundNotes } from "./sound-notes";
import { PendingSoundRow, TakeSoundRow } from "./take-sound-row";
import { TakeText } from "./take-text";

interface TakeSoundsProps {
  generation: GenerationDto;
  /** The newest of its list: its actions are always visible. */
  newest?: boolean;
}

/** The sounds of a take in a list: the stored ones, the one that is streaming, and places for the rest. */
export default function TakeSounds({ generation, newest = false }: TakeSoundsProps) {
  const { OriginalComparison } = useGeneratorParts();
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
            // The same key for the stream and its stored file keeps the wave on the page.
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
              {output ? (
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
