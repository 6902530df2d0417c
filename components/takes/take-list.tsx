"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { flattenPages, generationQueries } from "@/components/queries/generation-queries";
import { Skeleton } from "@/components/ui/progress";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { stackByIdea, type IdeaStack } from "@/components/queries/idea-stacks";
import { LazyLightbox } from "./lazy-lightbox";
import { listTracks } from "@/components/player/generation-tracks";
import { ListedTracks } from "./listed-tracks";
import { LoadFailed } from "./load-failed";
import { LoadMore } from "./load-more";
import { ResultListContext } from "./result-list-context";
import { libraryOrder } from "./result-list";
import { lazyPart } from "@/components/ui/lazy-part";
import { Take } from "./take";
import { isTerminal, type GenerationState } from "@/lib/generations/record/states";
import { useGenerationWords } from "./use-generation-words";

/** Comes with the second page of takes, if ever. */
const WindowList = lazy(() => import("./window-list"));

/** Comes with the second take of one idea. */
const TakeStack = lazyPart<StackProps>(() => import("./take-stack"), FirstTake);

/** Fewer than these are simply all there: also before any script has run. */
const plainUpTo = 24;
/** A guess until one was measured: a line of facts, a row of pictures and the gap. */
const estimatedTakePx = 260;

interface TakeListProps {
  generator: string;
  /** Shown if there are no takes. */
  empty: ReactNode;
}

/** Takes, newest first, grouped by idea; loads more while scrolling and virtualises long lists. */
export function TakeList({ generator, empty }: TakeListProps) {
  const t = useTranslations("takes");
  const query = useInfiniteQuery(generationQueries.made(generator));
  const generations = flattenPages(query.data);
  const [open, setOpen] = useState<{ id: string; position: number } | null>(null);
  const openResult = useCallback((id: string, position: number) => setOpen({ id, position }), [setOpen]);
  const opened = generations.find(({ id }) => id === open?.id);
  const list = useMemo(() => ({ ...libraryOrder, generator }), [generator]);

  const stacks = useMemo(() => stackByIdea(generations), [generations]);

  if (query.isPending) return <TakeSkeletons />;
  if (query.isError && generations.length === 0) {
    return <LoadFailed onRetry={() => void query.refetch()} />;
  }
  if (generations.length === 0) return empty;

  return (
    <section aria-label={t("listLabel")}>
      <EndAnnouncer generations={generations} />
      <ResultListContext value={list}>
        <ListedTracks items={generations} toTracks={listTracks}>
          {stacks.length <= plainUpTo ? (
            <PlainList stacks={stacks} onOpen={openResult} />
          ) : (
            <Suspense fallback={<PlainList stacks={stacks.slice(0, plainUpTo)} onOpen={openResult} />}>
              <WindowList
                items={stacks}
                estimateHeightPx={estimatedTakePx}
                gapPx={30}
                renderItem={(index) => (
                  <Stack stack={stacks[index]!} {...placeAt(index)} onOpen={openResult} />
                )}
              />
            </Suspense>
          )}
        </ListedTracks>
      </ResultListContext>
      <LoadMore query={query} />
      {open && opened ? (
        <LazyLightbox
          generation={opened}
          position={open.position}
          onPositionChange={(position) => setOpen({ id: opened.id, position })}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </section>
  );
}

type OnOpen = (generationId: string, position: number) => void;

function PlainList({ stacks, onOpen }: { stacks: readonly IdeaStack[]; onOpen: OnOpen }) {
  return (
    <ol className="grid gap-7.5">
      {stacks.map((stack, index) => (
        <li key={stack.id} className="min-w-0">
          <Stack stack={stack} {...placeAt(index)} onOpen={onOpen} />
        </li>
      ))}
    </ol>
  );
}

interface StackProps {
  stack: IdeaStack;
  /** Its actions are always visible. */
  newest: boolean;
  /** In sight at once: its pictures are fetched first. */
  eager: boolean;
  onOpen: OnOpen;
}

const placeAt = (index: number) => ({ newest: index === 0, eager: index < 3 });

/** The takes of one idea, or a single take. */
function Stack(props: StackProps) {
  return props.stack.takes.length === 1 ? <FirstTake {...props} /> : <TakeStack {...props} />;
}

function FirstTake({ stack: { takes }, newest, eager, onOpen }: StackProps) {
  return <Take generation={takes[0]!} eager={eager} newest={newest} onOpen={onOpen} />;
}

function TakeSkeletons() {
  return (
    <div aria-hidden className="grid gap-7.5">
      {[0, 1].map((take) => (
        <div key={take}>
          <Skeleton className="mb-2.5 h-7.5 w-2/5" />
          <div className="grid grid-cols-2 gap-2 md:grid-cols-4">
            {[0, 1, 2, 3].map((slot) => (
              <Skeleton key={slot} className="aspect-3/2" />
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}

/** Announces the end of a generation to screen readers, once. Renders nothing visible. */
function EndAnnouncer({ generations }: { generations: readonly GenerationDto[] }) {
  const t = useTranslations("takes.announce");
  const words = useGenerationWords();
  const known = useRef(new Map<string, GenerationState>());
  const [sentence, setSentence] = useState("");

  useEffect(() => {
    const ended = generations.find(({ id, state }) => {
      const before = known.current.get(id);
      return before !== undefined && !isTerminal(before) && isTerminal(state);
    });
    known.current = new Map(generations.map(({ id, state }) => [id, state]));
    if (!ended || ended.state === "cancelled") return;
    const title = words.title(ended);
    if (ended.state === "succeeded") {
      setSentence(t("succeeded", { count: ended.counts.stored, title }));
    } else if (ended.state === "failed" || ended.state === "unknown") {
      setSentence(t(ended.state, { title }));
    }
  }, [generations, t, words]);

  return (
    <p role="status" className="sr-only">
      {sentence}
    </p>
  );
}
