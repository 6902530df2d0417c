"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { ListChecks } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useId } from "react";
import { fruitlessStates } from "@/components/queries/generation-lists";
import { flattenPages, generationQueries } from "@/components/queries/generation-queries";
import { useActiveGenerations } from "@/components/queries/use-active-generations";
import { EmptyState } from "@/components/ui/empty-state";
import { LoadMore } from "@/components/takes/load-more";
import { StudioCommands } from "@/components/takes/studio-commands";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import Link from "next/link";
import { useGenerator } from "@/components/generators";
import { TakeActions } from "@/components/takes/take-actions";
import { TakeProblem } from "@/components/takes/take-problem";
import { useGenerationWords } from "@/components/takes/use-generation-words";
import { GeneratorIcon } from "@/components/shell/generator-icon";
import { ProgressLine } from "@/components/ui/progress";
import { StateDot } from "@/components/ui/state-dot";
import { isTerminal } from "@/lib/generations/record/states";

/** What runs, what waits, and what ended without success. */
export function ActivityWorkspace() {
  const t = useTranslations("activity");
  const active = useActiveGenerations();
  const ended = useInfiniteQuery(generationQueries.list({ states: fruitlessStates }));
  const troubled = flattenPages(ended.data);

  const waiting = active.filter(({ state }) => state === "queued").toReversed();
  const running = active.filter(({ state }) => state !== "queued").toReversed();
  const nothing = waiting.length + running.length + troubled.length === 0;

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
        <ActivityGroup title={t("running")} generations={running} />
        <ActivityGroup title={t("waiting")} generations={waiting} />
        <ActivityGroup title={t("troubled")} isComplete={!ended.hasNextPage} generations={troubled} />
        <LoadMore query={ended} />
      </div>
    </StudioCommands>
  );
}

/** Rows under a heading with their number; nothing if there are none. */
function ActivityGroup({
  title,
  isComplete = true,
  generations,
}: {
  title: string;
  /** All are loaded, so that their number is known. */
  isComplete?: boolean;
  generations: readonly GenerationDto[];
}) {
  const format = useFormatter();
  const headingId = useId();
  if (generations.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className="mt-7">
      <div className="flex items-baseline gap-2.5 border-b pb-2.5">
        <h2 id={headingId} className="text-base font-medium">
          {title}
        </h2>
        {isComplete ? <span className="text-xs text-text-3">{format.number(generations.length)}</span> : null}
      </div>
      <ul>
        {generations.map((generation) => (
          <ActivityRow key={generation.id} generation={generation} />
        ))}
      </ul>
    </section>
  );
}

/** One generation in the queue on one line, with its problem below. */
function ActivityRow({ generation }: { generation: GenerationDto }) {
  const generator = useGenerator(generation.generator);
  const format = useFormatter();
  const words = useGenerationWords();
  const state = words.state(generation);
  const ended = isTerminal(generation.state);
  const title = words.title(generation);
  return (
    <li data-row="" data-generator={generation.generator} className="relative border-b py-3">
      <div className="flex min-h-7.5 flex-wrap items-center gap-x-3 gap-y-1">
        {generator ? <GeneratorIcon generator={generator} className="size-4 shrink-0 text-hue" /> : null}
        <Link
          href={`/library/${generation.id}`}
          prefetch={false}
          dir="auto"
          className="min-w-0 flex-1 truncate rounded-xs text-base font-medium hover:underline hover:underline-offset-3 max-sm:basis-3/4"
        >
          {title}
        </Link>
        {state ? (
          <StateDot tone={state.tone}>
            <span>{state.words}</span>
          </StateDot>
        ) : null}
        <span className="text-xs text-text-3">{words.facts(generation)}</span>
        {ended ? (
          <time dateTime={generation.finishedAt ?? generation.createdAt} className="text-xs text-text-3">
            {format.dateTime(new Date(generation.finishedAt ?? generation.createdAt), "dateTime")}
          </time>
        ) : null}
        <TakeActions generation={generation} className="shrink-0" />
      </div>
      {ended ? (
        <div className="mt-2">
          <TakeProblem generation={generation} />
        </div>
      ) : null}
      {state?.tone === "active" ? (
        <ProgressLine label={title} className="absolute inset-x-0 -bottom-px h-px! bg-transparent!" />
      ) : null}
    </li>
  );
}
