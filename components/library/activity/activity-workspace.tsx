"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { ListChecks } from "lucide-react";
import { useFormatter, useTimeZone, useTranslations } from "next-intl";
import { useSearchParams } from "next/navigation";
import { useId, type ReactNode } from "react";
import { flattenPages, generationQueries } from "@/components/queries/generation-queries";
import { useActiveGenerations } from "@/components/queries/use-active-generations";
import { LoadMore } from "@/components/takes/load-more";
import { StudioCommands } from "@/components/takes/studio-commands";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { addDays, dayOf, startOfDay } from "../day-times";
import { ActivityRow } from "./activity-row";
import { DigestSection } from "./digest-section";
import { readTroubled } from "./troubled-list";
import { useDismissals } from "./use-dismissals";

/** What runs, what waits, and what ended without success. */
export function ActivityWorkspace() {
  const t = useTranslations("activity");
  const search = useSearchParams();
  const list = readTroubled(search);
  const showsDismissed = list.dismissed;
  const active = useActiveGenerations();
  const ended = useInfiniteQuery(generationQueries.list(list));
  const troubled = flattenPages(ended.data);
  const { dismissAll } = useDismissals();
  const troubledId = useId();

  const waiting = active.filter(({ state }) => state === "queued").toReversed();
  const running = active.filter(({ state }) => state !== "queued").toReversed();
  const nothing = waiting.length + running.length + troubled.length === 0 && !ended.isPending;

  return (
    <StudioCommands>
      <div className="page-column flex-1 pb-10">
        <header className="flex flex-wrap items-start justify-between gap-3 pt-5 md:pt-5.5">
          <div>
            <h1 className="text-xl font-semibold tracking-tight">{t("title")}</h1>
            <p className="mt-0.5 text-sm text-text-3">{t("lead")}</p>
          </div>
          <Button
            variant="outline"
            aria-pressed={showsDismissed}
            className="aria-pressed:border-line-strong aria-pressed:text-text"
            onClick={() =>
              window.history.replaceState(null, "", showsDismissed ? "/activity" : "/activity?dismissed=true")
            }
          >
            {t("showDismissed")}
          </Button>
        </header>
        {nothing ? (
          <EmptyState
            icon={<ListChecks aria-hidden />}
            title={t(showsDismissed ? "empty.noneDismissed" : "empty.title")}
          >
            {t(showsDismissed ? "empty.dismissedExplanation" : "empty.explanation")}
          </EmptyState>
        ) : null}
        {showsDismissed ? null : <DigestSection troubledId={troubledId} />}
        <ActivityGroup title={t("running")} generations={running} />
        <ActivityGroup title={t("waiting")} generations={waiting} />
        <ActivityGroup
          id={troubledId}
          title={t(showsDismissed ? "dismissedTitle" : "troubled")}
          isComplete={!ended.hasNextPage}
          generations={troubled}
          byDay
          actions={
            showsDismissed ? null : (
              <Button
                variant="ghost"
                size="small"
                pending={dismissAll.isPending}
                onClick={() => dismissAll.mutate({})}
              >
                {t("dismissAll")}
              </Button>
            )
          }
        />
        <LoadMore query={ended} />
      </div>
    </StudioCommands>
  );
}

/** Rows under a heading with their number; nothing if there are none. */
function ActivityGroup({
  id,
  title,
  isComplete = true,
  generations,
  byDay = false,
  actions = null,
}: {
  id?: string;
  title: string;
  /** All are loaded, so that their number is known. */
  isComplete?: boolean;
  generations: readonly GenerationDto[];
  /** Under the day on which they were created. */
  byDay?: boolean;
  actions?: ReactNode;
}) {
  const format = useFormatter();
  const timeZone = useTimeZone() ?? "UTC";
  const headingId = useId();
  if (generations.length === 0) return null;
  const days = Map.groupBy(generations, ({ createdAt }) => (byDay ? dayOf(createdAt, timeZone) : ""));
  return (
    <section id={id} aria-labelledby={headingId} className="mt-7 scroll-mt-4">
      <div className="flex min-h-10.5 items-center gap-2.5 border-b pb-2">
        <h2 id={headingId} className="text-base font-medium">
          {title}
        </h2>
        {isComplete ? <span className="text-xs text-text-3">{format.number(generations.length)}</span> : null}
        <div className="ml-auto">{actions}</div>
      </div>
      {[...days].map(([day, ofDay]) => (
        <div key={day}>
          {day ? <DayHeading day={day} canDismiss={actions !== null && days.size > 1} /> : null}
          <ul>
            {ofDay.map((generation) => (
              <ActivityRow key={generation.id} generation={generation} />
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

function DayHeading({ day, canDismiss }: { day: string; canDismiss: boolean }) {
  const t = useTranslations("activity");
  const format = useFormatter();
  const timeZone = useTimeZone() ?? "UTC";
  const { dismissAll } = useDismissals();
  const name = format.dateTime(new Date(startOfDay(day, timeZone)), "date");
  return (
    <div className="flex min-h-9 items-center gap-2.5 pt-3 text-text-3">
      <h3 className="text-xs">{name}</h3>
      {canDismiss ? (
        <Button
          variant="ghost"
          size="small"
          className="ml-auto"
          aria-label={t("dismissDayOf", { day: name })}
          pending={dismissAll.isPending}
          onClick={() =>
            dismissAll.mutate({
              from: startOfDay(day, timeZone),
              until: startOfDay(addDays(day, 1), timeZone),
            })
          }
        >
          {t("dismissDay")}
        </Button>
      ) : null}
    </div>
  );
}
