"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowDownNarrowWide, ArrowLeft, Library } from "lucide-react";
import { notFound, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";
import { useState, type ReactNode } from "react";
import { FilterMenu } from "@/components/library/filter-menu";
import { LayoutSwitch } from "@/components/library/layout-switch";
import { SelectButton, useSelectionStore } from "@/components/library/selection/select-area";
import { useItemLayout } from "@/components/library/use-item-layout";
import { ApiError } from "@/components/queries/api-fetch";
import { projectQueries } from "@/components/queries/project-queries";
import { Button } from "@/components/ui/button";
import { FetchedPart } from "@/components/ui/fetched-part";
import { SegmentedControl } from "@/components/ui/segmented-control";
import type { ItemLayout } from "@/lib/appearance/item-layout";
import type { ItemKind } from "@/lib/items/item-names";
import type { ProjectDto } from "@/lib/projects/project-dto";
import { projectItemSorts } from "@/lib/projects/project-names";
import { ProjectHeader } from "./project-header";
import { ProjectItems } from "./project-items";
import { ProjectMenu } from "./project-menu";
import { readProjectItemSort, showProjectItemSort } from "./project-order";

const loadPicker = () => import("./pick-items-dialog");

const tabs = ["all", "image", "audio", "video"] as const;
type Tab = (typeof tabs)[number];

interface ProjectWorkspaceProps {
  id: string;
  /** How this browser showed items last. */
  layout: ItemLayout;
  /** The films of the project, above its items. */
  films: ReactNode;
}

/** The page of a project: what it is, and its items in their order or another one. */
export function ProjectWorkspace({ id, films, ...props }: ProjectWorkspaceProps) {
  const t = useTranslations("projects");
  const { data: project, error } = useQuery(projectQueries.detail(id));
  const [tab, setTab] = useState<Tab>("all");
  const [layout, chooseLayout] = useItemLayout(props.layout);
  const sort = readProjectItemSort(useSearchParams().get("sort"));
  const kind: ItemKind | undefined = tab === "all" ? undefined : tab;
  const selection = useSelectionStore({ project: id, ...(kind ? { kind } : {}) });
  const [isPicking, setPicking] = useState(false);
  const [isEnding, setEnding] = useState(false);
  // Somebody deleted it, or took the person out. Who does so themselves is led to their projects.
  if (!isEnding && error instanceof ApiError && error.code === "not-found") notFound();
  if (!project) return null;
  return (
    <article data-colour={project.colour} className="flex flex-1 flex-col">
      <header className="flex items-center gap-2 border-b page-x py-3 md:py-4">
        <Link
          href="/projects"
          className="mr-auto -ml-1.5 flex h-7.5 items-center gap-1.5 rounded-sm px-1.5 text-sm text-text-2 hover:text-text"
        >
          <ArrowLeft aria-hidden className="size-4" />
          {t("title")}
        </Link>
        {project.role === "view" ? null : (
          <Button variant="ghost" size="small" onClick={() => setPicking(true)}>
            <Library aria-hidden />
            <span className="max-sm:sr-only">{t("fromLibrary")}</span>
          </Button>
        )}
        <ProjectMenu project={project} onEnding={setEnding} />
      </header>
      <ProjectHeader project={project} />
      {films}
      <div className="flex flex-wrap items-center gap-2 border-b page-x pb-3.5">
        <SegmentedControl
          label={t("kinds.label")}
          size="small"
          value={tab}
          onValueChange={setTab}
          options={tabs.map((value) => ({
            value,
            label: (
              <>
                {t(`kinds.${value}`)} <span className="text-text-3">{countOf(project, value)}</span>
              </>
            ),
          }))}
        />
        <span className="flex items-center gap-2 sm:ml-auto">
          <FilterMenu
            label={t("sort")}
            icon={<ArrowDownNarrowWide aria-hidden />}
            value={t(`sorts.${sort}`)}
            isSet={sort !== "order"}
            align="end"
            options={projectItemSorts.map((each) => ({
              label: t(`sorts.${each}`),
              isChosen: sort === each,
              onChoose: () => showProjectItemSort(each),
            }))}
          />
          {countOf(project, tab) !== 0 ? <SelectButton store={selection} /> : null}
          <LayoutSwitch layout={layout} onChoose={chooseLayout} />
        </span>
      </div>
      <ProjectItems
        key={`${kind} ${sort}`}
        selection={selection}
        project={project}
        kind={kind}
        sort={sort}
        layout={layout}
      />
      {isPicking ? (
        <FetchedPart
          load={loadPicker}
          props={{ project, onClose: () => setPicking(false) }}
          onFailed={() => setPicking(false)}
        />
      ) : null}
    </article>
  );
}

/** Null in a project whose items are too many to be counted. */
function countOf({ counts }: ProjectDto, tab: Tab): number | null {
  if (!counts.exact) return null;
  return tab === "all" ? counts.image + counts.audio + counts.video : counts[tab];
}
