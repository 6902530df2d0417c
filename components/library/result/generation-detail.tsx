"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import dynamic from "next/dynamic";
import { Link } from "@/components/ui/link";
import { useSearchParams, useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState, useEffect, useRef } from "react";
import { useGenerator } from "@/components/generators";
import { flattenPages, generationQueries } from "@/components/queries/generation-queries";
import { withoutTrash } from "@/components/queries/shown-results";
import { findSharedIdeas } from "@/components/queries/idea-stacks";
import { LibraryGrid } from "@/components/library/library-grid";
import { writeLibraryView } from "@/components/takes/library-filter";
import { resultKind } from "@/components/takes/result-kind";
import {
  libraryOrder,
  findPosition,
  findShownItem,
  readResultIndex,
  readResultList,
} from "@/components/takes/result-list";
import { ResultListContext } from "@/components/takes/result-list-context";
import { TakeActions } from "@/components/takes/take-actions";
import { TakeSwitcher } from "@/components/takes/take-switcher";
import { useGenerationWords } from "@/components/takes/use-generation-words";
import { GeneratorIcon } from "@/components/shell/generator-icon";
import { StateDot } from "@/components/ui/state-dot";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { StudioCommands } from "@/components/takes/studio-commands";
import { FetchedPart } from "@/components/ui/fetched-part";
import { ResultSteps } from "./result-steps";
import { PictureDetail } from "./picture-detail";

/** Fetched once the page is there: it is below the result. */
const loadLineage = () => import("./lineage");

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
  const asked = findPosition(generation.outputs, readResultIndex(searched));
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
  // Sounds and videos share their page: the address says which of them it was opened for.
  const shownItem = findShownItem(outputs, kind === "picture" ? shownPosition : asked);
  return (
    <article data-generator={generation.generator} className="flex flex-1 flex-col">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b page-x py-3 md:py-4">
        <Link
          href={writeLibraryView(generation.deletedAt ? { ...list, trash: "true" } : list)}
          className="-ml-1.5 flex h-7.5 items-center gap-1.5 rounded-sm px-1.5 text-sm text-text-2 hover:text-text"
        >
          <ArrowLeft aria-hidden className="size-4" />
          {generation.deletedAt ? t("trash") : t("title")}
        </Link>
        <div className="-mx-1.5 max-md:ml-auto">
          <ResultSteps
            generation={generation}
            item={shownItem}
            list={list}
            onIndexChange={(index) => setPosition(findPosition(outputs, index))}
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
        <SoundDetail generation={generation} asked={searched.has("result") ? outputs[asked] : undefined} />
      ) : kind === "video" ? (
        <VideoDetail generation={generation} />
      ) : (
        <PictureDetail generation={generation} position={shownPosition} onPositionChange={setPosition} />
      )}
      {shownItem ? <FetchedPart load={loadLineage} props={{ itemId: shownItem.id }} /> : null}
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
