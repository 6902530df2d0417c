"use client";

import { Star } from "lucide-react";
import { useTranslations } from "next-intl";
import { memo, useCallback } from "react";
import { classNames } from "@/components/ui/class-names";
import { StateDot } from "@/components/ui/state-dot";
import { useGenerator } from "@/components/generators";
import { isVideo } from "@/components/video-player/video-source";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { listTrashed } from "@/components/queries/shown-results";
import { FetchedPart } from "@/components/ui/fetched-part";
import { lazyPart } from "@/components/ui/lazy-part";
import { isTerminal } from "@/lib/generations/record/states";
import { expectedAspect } from "./generation-facts";
import { resultKind } from "./result-kind";
import { ResultGrid } from "./result-grid";
import { TakeActions } from "./take-actions";
import { takeVideoMaxHeight } from "./take-video-height";
import { useGenerationWords } from "./use-generation-words";

/** Loaded with the first sound: pages of pictures need no player. */
const TakeSounds = lazyPart(
  () => import("./take-sounds"),
  () => <div className="h-16.5" />,
);
/** Loaded with the first video. */
const TakeVideo = lazyPart(() => import("./take-video"), VideoPlace);
/** Loaded with the first video that is being made. */
const PendingVideo = lazyPart(() => import("./pending-video"), VideoPlace);
/** Loaded with the first task that waits for the service. */
const PendingTask = lazyPart(() => import("./pending-task"));
/** Loaded with the first failure. */
const TakeProblem = lazyPart(() => import("./take-problem"));

/** Fetched when a result of a take is in the trash. */
const loadTrashed = () => import("./trashed-results");

interface TakeProps {
  generation: GenerationDto;
  onOpen: (generationId: string, position: number) => void;
  eager?: boolean;
  /** The newest of its list: its actions are always visible. */
  newest?: boolean;
  /** Number among the takes of one idea, which are listed under its title. */
  number?: number;
}

/** One generation on the create page: its facts, and its results or why there are none. */
export const Take = memo(function Take({
  generation,
  onOpen,
  eager = false,
  newest = false,
  number,
}: TakeProps) {
  const t = useTranslations("takes");
  const words = useGenerationWords();
  const state = words.state(generation);
  const facts = words.facts(generation);
  const title = words.title(generation);
  const ended = isTerminal(generation.state);
  const generator = useGenerator(generation.generator);
  const kind = resultKind(generation, generator);
  const hasVideo = kind === "video" && generation.outputs.some(isVideo);
  const hasPendingVideo = kind === "video" && !hasVideo && !ended;
  const { id } = generation;
  const openResult = useCallback((position: number) => onOpen(id, position), [onOpen, id]);
  const hasResults = generation.state === "succeeded" || !ended || generation.outputs.length > 0;
  return (
    <article
      aria-label={number === undefined ? title : t("stack.takeOf", { title, number })}
      data-row=""
      className="min-w-0"
    >
      <div className="mb-2.5">
        <header className="flex min-h-7.5 flex-wrap items-center gap-x-3 gap-y-0.5">
          {number === undefined ? (
            <h2
              className="line-clamp-2 max-w-full min-w-0 text-base font-medium tracking-[-0.005em] wrap-anywhere text-text"
              dir="auto"
              title={title}
            >
              {title}
            </h2>
          ) : (
            <h3 className="flex max-w-full min-w-0 gap-2.5 text-sm font-medium">
              <span className="shrink-0">{t("stack.take", { number })}</span>
              {generation.title === null ? null : (
                <span className="min-w-0 truncate text-text-2" dir="auto" title={title}>
                  {title}
                </span>
              )}
            </h3>
          )}
          {/* Next to a short title and below a long one, so that facts and actions stay together. */}
          <div className="flex min-h-7.5 max-w-full min-w-0 flex-auto flex-wrap items-center gap-x-3">
            {generation.favourite && !newest ? (
              <Star
                role="img"
                aria-label={t("favourite")}
                // Hidden while the actions show their star.
                className="row-rest size-3.5 shrink-0 fill-current text-hue max-md:hidden"
              />
            ) : null}
            {state ? (
              <StateDot tone={state.tone} className="shrink-0">
                <span>{state.words}</span>
              </StateDot>
            ) : null}
            {ended ? <p className="min-w-0 text-xs text-text-3">{facts}</p> : null}
            <TakeActions
              generation={generation}
              className={classNames(
                "-mr-1.5 ml-auto shrink-0 text-text-2",
                // Invisible until hovered, but their space is reserved so that nothing moves.
                !newest && "row-action max-md:opacity-100! focus-within:opacity-100",
              )}
            />
          </div>
        </header>
        {number === undefined && generation.title !== null ? (
          <p className="line-clamp-2 text-sm text-text-2" dir="auto">
            {words.ownWords(generation)}
          </p>
        ) : null}
      </div>
      {hasResults && kind === "sound" ? <TakeSounds generation={generation} newest={newest} /> : null}
      {hasVideo ? <TakeVideo generation={generation} onOpen={openResult} eager={eager} /> : null}
      {hasPendingVideo ? (
        <PendingVideo generation={generation} newest={newest} maxHeight={takeVideoMaxHeight} />
      ) : null}
      {hasResults && kind !== "sound" && !hasVideo && !hasPendingVideo ? (
        <ResultGrid generation={generation} onOpen={openResult} eager={eager} />
      ) : null}
      {listTrashed(generation).length > 0 ? <FetchedPart load={loadTrashed} props={{ generation }} /> : null}
      {generation.waiting ? <PendingTask generation={generation} /> : null}
      {generation.error ? (
        <TakeProblem generation={generation} className={hasResults ? "mt-3" : undefined} />
      ) : null}
    </article>
  );
});

/** Reserves the space of a video until its component is loaded. */
function VideoPlace({ generation }: Pick<TakeProps, "generation">) {
  const aspect = expectedAspect(generation, useGenerator(generation.generator));
  const maxWidth = `min(42rem, calc(${takeVideoMaxHeight} * ${aspect}))`;
  return <div style={{ aspectRatio: aspect, maxWidth }} />;
}
