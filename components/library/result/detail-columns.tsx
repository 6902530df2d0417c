"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import TakeProblem from "@/components/takes/take-problem";
import { Notice } from "@/components/ui/notice";
import { listTrashed } from "@/components/queries/shown-results";
import { FetchedPart } from "@/components/ui/fetched-part";
import type { GenerationDto, OutputDto } from "@/lib/generations/read/generation-dto";

const loadPanel = () => import("@/components/takes/item-panel");
const loadTrashed = () => import("@/components/takes/trashed-results");

interface DetailColumnsProps {
  generation: GenerationDto;
  /** The shown result. */
  output: OutputDto | undefined;
  /** The parameters and facts. */
  aside: ReactNode;
  /** The results. */
  children: ReactNode;
}

/** Results on the left, facts on the right; stacked on a small screen. */
export function DetailColumns({ generation, output, aside, children }: DetailColumnsProps) {
  const t = useTranslations("library.detail");
  return (
    <div className="flex-1 xl:grid xl:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid min-w-0 content-start gap-5 page-x py-5">
        {generation.deletedAt ? <Notice tone="neutral" title={t("inTrash")} /> : null}
        <TakeProblem generation={generation} />
        {children}
        {listTrashed(generation).length > 0 ? (
          <FetchedPart load={loadTrashed} props={{ generation }} />
        ) : null}
      </div>
      <div className="border-line max-xl:border-t xl:border-l">
        {/* Stays visible next to a long text; scrolls separately, also by keyboard, if it is longer than the window. */}
        <aside
          aria-label={t("about")}
          tabIndex={0}
          className="grid content-start gap-5 page-x py-5 -outline-offset-2 xl:sticky xl:top-0 xl:max-h-[calc(100dvh-var(--player-height))] xl:overflow-y-auto "
        >
          {aside}
          {output?.item ? <FetchedPart load={loadPanel} props={{ generation, output }} /> : null}
        </aside>
      </div>
    </div>
  );
}
