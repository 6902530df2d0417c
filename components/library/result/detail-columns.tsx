"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { TakeProblem } from "@/components/takes/take-problem";
import { Notice } from "@/components/ui/notice";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";

interface DetailColumnsProps {
  generation: GenerationDto;
  /** The parameters and facts. */
  aside: ReactNode;
  /** The results. */
  children: ReactNode;
}

/** Results on the left, facts on the right; stacked on a small screen. */
export function DetailColumns({ generation, aside, children }: DetailColumnsProps) {
  const t = useTranslations("library.detail");
  return (
    <div className="flex-1 xl:grid xl:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid min-w-0 content-start gap-5 page-x py-5">
        {generation.deletedAt ? <Notice tone="neutral" title={t("inTrash")} /> : null}
        <TakeProblem generation={generation} />
        {children}
      </div>
      <div className="border-line max-xl:border-t xl:border-l">
        {/* Stays visible next to a long text; scrolls separately, also by keyboard, if it is longer than the window. */}
        <aside
          aria-label={t("about")}
          tabIndex={0}
          className="grid content-start gap-5 page-x py-5 -outline-offset-2 xl:sticky xl:top-0 xl:max-h-[calc(100dvh-var(--player-height))] xl:overflow-y-auto "
        >
          {aside}
        </aside>
      </div>
    </div>
  );
}
