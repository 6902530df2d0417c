"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useEffect, useRef, type MouseEvent } from "react";
import { generationQueries } from "@/components/queries/generation-queries";
import { toResultFilter, writeResultAddress, type ResultList } from "@/components/takes/result-list";
import { resultShortcuts } from "@/components/shell/result-shortcuts";
import { useShortcut } from "@/components/ui/use-shortcut";
import { buttonVariants } from "@/components/ui/button";
import { isPicture } from "@/components/takes/generation-facts";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";

interface ResultStepsProps {
  generation: GenerationDto;
  list: ResultList;
  /** The position of the shown result, from 0. */
  position: number;
  onPositionChange: (position: number) => void;
}

/** The target of a step: another result of the same generation, or another generation. */
interface Step {
  id: string;
  position: number;
}

type Side = "previous" | "next";

/** Keeps focus on the button that was pressed on the previous page. */
let pressed: Side | null = null;

/** Steps through the list that the result was opened from, in the order of its tiles. */
export function ResultSteps({ generation, list, position, onPositionChange }: ResultStepsProps) {
  const t = useTranslations("library.detail");
  const { data } = useQuery(generationQueries.neighbours(generation.id, toResultFilter(list)));
  const before = data?.previous ? { id: data.previous.id, position: countSteps(data.previous) - 1 } : null;
  const after = data?.next ? { id: data.next.id, position: 0 } : null;
  const own = (to: number): Step => ({ id: generation.id, position: to });
  const isInside = countSteps(generation) > 1;

  function onStep(step: Step) {
    if (step.id !== generation.id) return false;
    onPositionChange(step.position);
    window.history.replaceState(null, "", writeResultAddress(step.id, { list, position: step.position }));
    return true;
  }

  return (
    <nav aria-label={t("steps")} className="flex">
      <StepLink
        side="previous"
        step={isInside && position > 0 ? own(position - 1) : before}
        list={list}
        onStep={onStep}
      />
      <StepLink
        side="next"
        step={isInside && position < countSteps(generation) - 1 ? own(position + 1) : after}
        list={list}
        onStep={onStep}
      />
    </nav>
  );
}

/** Pictures have one step each; sounds and videos share their page. */
function countSteps({ outputs }: GenerationDto): number {
  return outputs.every(isPicture) ? Math.max(1, outputs.length) : 1;
}

function StepLink({
  side,
  step,
  list,
  onStep,
}: {
  side: Side;
  step: Step | null;
  list: ResultList;
  /** Whether the step stays on the page. */
  onStep: (step: Step) => boolean;
}) {
  const t = useTranslations("library.detail");
  const linkRef = useRef<HTMLAnchorElement>(null);
  useShortcut(resultShortcuts[side], () => linkRef.current?.click(), {
    enabled: step !== null,
    // A menu finds its entries by their letters.
    exceptOn: "[role=menu]",
  });
  useEffect(() => {
    if (pressed !== side) return;
    pressed = null;
    linkRef.current?.focus();
  }, [side]);

  function onClick(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (!step || onStep(step)) event.preventDefault();
    else pressed = document.activeElement === linkRef.current ? side : null;
  }

  const Icon = side === "previous" ? ChevronLeft : ChevronRight;
  const label = t(side);
  return (
    <Link
      ref={linkRef}
      // Stays at the end of the list without a link, to keep focus.
      href={step ? writeResultAddress(step.id, { list, position: step.position }) : "#"}
      {...(step ? {} : { role: "link", "aria-disabled": true, tabIndex: -1 })}
      replace
      prefetch={false}
      aria-label={label}
      aria-keyshortcuts={resultShortcuts[side]}
      data-tooltip={`${label} (${resultShortcuts[side].toUpperCase()})`}
      onClick={onClick}
      className={buttonVariants({ variant: "ghost", size: "icon-small" })}
    >
      <Icon aria-hidden />
    </Link>
  );
}
