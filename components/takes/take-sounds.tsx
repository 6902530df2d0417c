"use client";

import { useGeneratorParts } from "@/components/generators";
import { toLiveTrack, toTrack } from "@/components/player/generation-tracks";
import { isSound } from "@/components/player/track";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { resultSlots } from "./generation-facts";
import { SoundNotes } from "./sound-notes";
import { PendingSoundRow, TakeSoundRow } from "./take-sound-row";
import { BookOpenText, ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { Skeleton } from "@/components/ui/progress";
import { useEarlyPress } from "@/components/ui/use-early-press";
import { useShownGroup } from "./use-shown-group";

/** Loaded when the first text is opened. */
const SoundText = lazy(() => import("./sound-text").then(({ SoundText }) => ({ default: SoundText })));

/** The text of a spoken take, opened in place; timed sentences follow the sound. */
function TakeText({ generation }: { generation: GenerationDto }) {
  const t = useTranslations("takes.actions");
  const id = useId();
  const [open, setOpen] = useState(false);
  const earlyPress = useEarlyPress(`text ${generation.id}`);
  const { shown, show } = useShownGroup(generation, undefined);
  const isTimed = generation.outputs.some(({ role }) => role === "subtitle");
  const hasText = typeof generation.input.text === "string" && generation.input.text !== "";
  if (!isTimed && !hasText) return null;
  return (
    <div className="md:pl-11">
      <Button
        {...earlyPress}
        variant="ghost"
        size="small"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen((before) => !before)}
        className="mt-1"
      >
        <BookOpenText aria-hidden />
        {t(isTimed ? "readAlong" : "showText")}
        <ChevronDown aria-hidden className={classNames("transition-transform", open && "rotate-180")} />
      </Button>
      {open ? (
        <div id={id} className="mt-1 grid gap-3 md:px-2.25">
          <Suspense fallback={<Skeleton className="h-24 max-w-[46rem]" />}>
            <SoundText generation={generation} shown={shown} onShow={show} />
          </Suspense>
        </div>
      ) : null}
    </div>
  );
}

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
