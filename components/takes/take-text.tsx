"use client";

import { BookOpenText, ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { Skeleton } from "@/components/ui/progress";
import { useEarlyPress } from "@/components/ui/use-early-press";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { useShownGroup } from "./use-shown-group";

/** Loaded when the first text is opened. */
const SoundText = lazy(() => import("./sound-text").then(({ SoundText }) => ({ default: SoundText })));

/** The text of a spoken take, opened in place; timed sentences follow the sound. */
export function TakeText({ generation }: { generation: GenerationDto }) {
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
