"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { ListChecks } from "lucide-react";
import { useTranslations } from "next-intl";
import { flattenPages, generationQueries } from "@/components/queries/generation-queries";
import { useActiveGenerations } from "@/components/queries/use-active-generations";
import { useNow } from "@/components/queries/use-now";
import { EmptyState } from "@/components/ui/empty-state";
import { StudioCommands } from "@/components/takes/studio-commands";
import { ActivityGroup } from "./activity-group";
import { ActivityRow } from "./activity-row";
import { troubledStates } from "./troubled-states";

/** Older failures are found in the library only. */
const shownForMs = 7 * 86_400_000;

/** What runs, what waits, and what failed recently. */
export function ActivityWorkspace() {
  const t = useTranslations("activity");
  const active = useActiveGenerations();
  const troubled = flattenPages(useInfiniteQuery(generationQueries.list({ states: troubledStates })).data);
  const now = useNow();

  const waiting = active.filter(({ state }) => state === "queued").toReversed();
  const running = active.filter(({ state }) => state !== "queued").toReversed();
  const recent = troubled.filter(({ createdAt }) => now === null || Date.parse(createdAt) > now - shownForMs);
  const nothing = waiting.length + running.length + recent.length === 0;

  return (
    <StudioCommands>
      <div className="page-column flex-1 pb-10">
        <header className="pt-5 md:pt-5.5">
          <h1 className="text-xl font-semibold tracking-tight">{t("title")}</h1>
          <p className="mt-0.5 text-sm text-text-3">{t("lead")}</p>
        </header>
        {nothing ? (
          <EmptyState icon={<ListChecks aria-hidden />} title={t("empty.title")}>
            {t("empty.explanation")}
          </EmptyState>
        ) : null}
        <ActivityGroup title={t("running")} count={running.length}>
          {running.map((generation) => (
            <ActivityRow key={generation.id} generation={generation} />
          ))}
        </ActivityGroup>
        <ActivityGroup title={t("waiting")} count={waiting.length}>
          {waiting.map((generation) => (
            <ActivityRow key={generation.id} generation={generation} />
          ))}
        </ActivityGroup>
        <ActivityGroup title={t("troubled")} note={t("troubledNote")} count={recent.length}>
          {recent.map((generation) => (
            <ActivityRow key={generation.id} generation={generation} />
          ))}
        </ActivityGroup>
      </div>
    </StudioCommands>
  );
}
