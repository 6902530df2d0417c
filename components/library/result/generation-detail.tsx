"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ArrowLeft, ChevronLeft, ChevronRight } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useSearchParams, useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState, useEffect, useRef, type MouseEvent } from "react";
import { useGenerator } from "@/components/generators";
import { flattenPages, generationQueries } from "@/components/queries/generation-queries";
import { withoutTrash } from "@/components/queries/shown-results";
import { findSharedIdeas } from "@/components/queries/idea-stacks";
import { LibraryGrid } from "@/components/library/library-grid";
import { writeLibraryView } from "@/components/takes/library-filter";
import { resultKind } from "@/components/takes/result-kind";
import {
  libraryOrder,
  readResultList,
  toResultFilter,
  writeResultAddress,
  type ResultList,
} from "@/components/takes/result-list";
import { ResultListContext } from "@/components/takes/result-list-context";
import { TakeActions } from "@/components/takes/take-actions";
import { TakeSwitcher } from "@/components/takes/take-switcher";
import { useGenerationWords } from "@/components/takes/use-generation-words";
import { GeneratorIcon } from "@/components/shell/generator-icon";
import { StateDot } from "@/components/ui/state-dot";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { StudioCommands } from "@/components/takes/studio-commands";
import { PictureDetail } from "./picture-detail";
import { resultShortcuts } from "@/components/shell/result-shortcuts";
import { useShortcut } from "@/components/ui/use-shortcut";
import { buttonVariants } from "@/components/ui/button";
import { isPicture } from "@/components/takes/generation-facts";
const VideoDetail = dynamic(() => import("./video-detail").then(({ VideoDetail }) => VideoDetail));
const SoundDetail = dynamic(() => import("./sound-detail").then(({ SoundDetail }) => SoundDetail));

/** The page of one generation. */
export function GenerationDetail({ id }: { id: string }) {
  const { data: generation } = useQuery(generationQueries.detail(id));
  if (!generation) return null;
  return (
    <StudioCommands>
      <Shown key={id} generation={withoutTrash(generation)} />
    </StudioCommands>
  );
}

function Shown({ generation }: { generation: GenerationDto }) {
  const t = useTranslations("library");
  const tTakes = useTranslations("takes");
  const words = useGenerationWords();
  useTitleOfPage(generation);
  const searched = useSearchParams();
  const list = readResultList(searched);
  const item = searched.get("item");
  const asked = item
    ? generation.outputs.findIndex((output) => output.item?.id === item)
    : Number(searched.get("result") ?? 1) - 1;
  const [position, setPosition] = useState(asked);
  const children = useInfiniteQuery(generationQueries.list({ parentId: generation.id }));
  const descendants = flattenPages(children.data);

  const { idea } = generation.take ?? {};
  const siblings = useInfiniteQuery({
    ...generationQueries.takes(idea ?? ""),
    enabled: idea !== undefined,
  });
  const takes = idea === undefined ? [] : flattenPages(siblings.data);

  const { outputs } = generation;
  const shownPosition = Math.min(Math.max(0, position || 0), Math.max(0, outputs.length - 1));
  const output = outputs[shownPosition];
  const generator = useGenerator(generation.generator);
  const state = words.state(generation);
  const kind = resultKind(generation, generator);
  const heard = kind === "sound";
  return (
    <article data-generator={generation.generator} className="flex flex-1 flex-col">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b page-x py-3 md:py-4">
        <Link
          href={writeLibraryView(generation.deletedAt ? { ...list, trash: "true" } : list)}
          prefetch={false}
          className="-ml-1.5 flex h-7.5 items-center gap-1.5 rounded-sm px-1.5 text-sm text-text-2 hover:text-text"
        >
          <ArrowLeft aria-hidden className="size-4" />
          {generation.deletedAt ? t("trash") : t("title")}
        </Link>
        <div className="-mx-1.5 max-md:ml-auto">
          <ResultSteps
            generation={generation}
            list={list}
            position={shownPosition}
            onPositionChange={setPosition}
          />
        </div>
        <span className="flex min-w-0 items-center gap-1.75 text-xs text-text-3">
          {generator ? <GeneratorIcon generator={generator} className="size-4 shrink-0 text-hue" /> : null}
          {[
            generator?.name,
            words.distinction(generation, null, findSharedIdeas(takes)),
            words.facts(generation),
          ]
            .filter(Boolean)
            .join(tTakes("factSeparator"))}
        </span>
        {state ? (
          <StateDot tone={state.tone}>
            <span>{state.words}</span>
          </StateDot>
        ) : null}
        <TakeActions
          generation={generation}
          linkToLibrary={false}
          shown={heard ? undefined : output}
          // Each sound has its own downloads.
          withDownload={!heard}
          className="max-md:-ml-2 max-md:w-full md:-mr-1.5 md:ml-auto"
        />
      </header>
      <ResultListContext value={list}>
        <TakeSwitcher generation={generation} takes={takes} />
      </ResultListContext>
      {heard ? (
        <SoundDetail
          generation={generation}
          asked={item || searched.has("result") ? outputs[asked] : undefined}
        />
      ) : kind === "video" ? (
        <VideoDetail generation={generation} descendants={descendants} />
      ) : (
        <PictureDetail generation={generation} position={shownPosition} onPositionChange={setPosition} />
      )}
      {descendants.length > 0 ? (
        <section aria-label={t("detail.cameFromIt")} className="border-t page-x pt-5 pb-8">
          <h2 className="text-base font-medium">{t("detail.cameFromIt")}</h2>
          <ResultListContext value={{ ...libraryOrder, parentId: generation.id }}>
            <LibraryGrid generations={descendants} complete={!children.hasNextPage} />
          </ResultListContext>
        </section>
      ) : null}
    </article>
  );
}

/**
 * Keeps the window title current after a rename. The server renders it, so the page refreshes, once a higher version says
 * that the title is stored.
 */
function useTitleOfPage({ title, version }: Pick<GenerationDto, "title" | "version">): void {
  const router = useRouter();
  const written = useRef({ title, version });
  useEffect(() => {
    const { current } = written;
    if (title === current.title) {
      current.version = version;
      return;
    }
    if (version === current.version) return;
    written.current = { title, version };
    router.refresh();
  }, [title, version, router]);
}

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
function ResultSteps({ generation, list, position, onPositionChange }: ResultStepsProps) {
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
function countSteps(generation: GenerationDto): number {
  const { outputs } = withoutTrash(generation);
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
