"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { Link } from "@/components/ui/link";
import { useTranslations } from "next-intl";
import { useEffect, useRef, type MouseEvent } from "react";
import { generationQueries } from "@/components/queries/generation-queries";
import { itemQueries } from "@/components/queries/item-queries";
import { resultShortcuts } from "@/components/shell/result-shortcuts";
import { toItemList } from "@/components/takes/library-filter";
import { toResultFilter, writeResultAddress, type ResultList } from "@/components/takes/result-list";
import { buttonVariants } from "@/components/ui/button";
import { useShortcut } from "@/components/ui/use-shortcut";
import type { GenerationDto, OutputItemDto } from "@/lib/generations/read/generation-dto";

/** The target of a step: a generation's page, with the index of its result. */
interface Step {
  id: string;
  index: number;
}

type Side = "previous" | "next";

/** Keeps focus on the button that was pressed on the previous page. */
let pressed: Side | null = null;

interface ResultStepsProps {
  generation: GenerationDto;
  /** The shown item; undefined for a generation without any. */
  item: OutputItemDto | undefined;
  list: ResultList;
  /** Shows another result of the same generation, by its index. */
  onIndexChange: (index: number) => void;
}

/** Steps through the list that the result was opened from, item by item. */
export function ResultSteps({ generation, item, list, onIndexChange }: ResultStepsProps) {
  const t = useTranslations("library.detail");
  // What came from one generation is listed by generation, and one without items is in no list of them.
  const byItem = item !== undefined && list.parentId === "";
  const { data: items } = useQuery({
    ...itemQueries.neighbours(item?.id ?? "", toItemList(list)),
    enabled: byItem,
  });
  const { data: generations } = useQuery({
    ...generationQueries.neighbours(generation.id, toResultFilter(list)),
    enabled: !byItem,
  });

  function findStep(side: Side): Step | null {
    if (!byItem) return generations?.[side] ? { id: generations[side].id, index: 0 } : null;
    return items?.[side] ? { id: items[side].generationId, index: items[side].index } : null;
  }

  function onStep(step: Step) {
    if (step.id !== generation.id) return false;
    onIndexChange(step.index);
    window.history.replaceState(null, "", writeResultAddress(step.id, { list, index: step.index }));
    return true;
  }

  return (
    <nav aria-label={t("steps")} className="flex">
      <StepLink side="previous" step={findStep("previous")} list={list} onStep={onStep} />
      <StepLink side="next" step={findStep("next")} list={list} onStep={onStep} />
    </nav>
  );
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
      href={step ? writeResultAddress(step.id, { list, index: step.index }) : "#"}
      {...(step ? {} : { role: "link", "aria-disabled": true, tabIndex: -1 })}
      replace
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
