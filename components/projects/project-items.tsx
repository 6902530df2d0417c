"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Images } from "lucide-react";
import { useTranslations } from "next-intl";
import { useCallback, useMemo, useState } from "react";
import { useGenerators } from "@/components/generators";
import { DayGrid } from "@/components/library/day-grid";
import { listItemTracks } from "@/components/library/item-track";
import {
  linePx,
  targetRowPx,
  toItemLines,
  toItemTiles,
  type ItemTile,
} from "@/components/library/library-rows";
import { SelectArea } from "@/components/library/selection/select-area";
import { sortAsLoaded } from "@/components/library/selection/chosen-items";
import { isSelected } from "@/components/library/selection/selection";
import type { SelectionStore } from "@/components/library/selection/selection-store";
import { projectAddress, projectQueries } from "@/components/queries/project-queries";
import { ListedTracks } from "@/components/takes/listed-tracks";
import { LoadFailed } from "@/components/takes/load-failed";
import { LoadMore } from "@/components/takes/load-more";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/progress";
import type { ItemLayout } from "@/lib/appearance/item-layout";
import type { ItemKind } from "@/lib/items/item-names";
import type { ProjectDto } from "@/lib/projects/project-dto";
import type { ProjectItemSort } from "@/lib/projects/project-names";
import { toProjectItemList } from "./project-order";
import { ProjectTile, type Move } from "./project-tile";
import { useProjectCall } from "./use-project-call";

interface ProjectItemsProps {
  selection: SelectionStore;
  project: ProjectDto;
  kind: ItemKind | undefined;
  sort: ProjectItemSort;
  layout: ItemLayout;
}

/** The items of a project. They are moved in their own order alone. */
export function ProjectItems({ selection, project, kind, sort, layout }: ProjectItemsProps) {
  const t = useTranslations("projects");
  const generators = useGenerators();
  const { call } = useProjectCall();
  const query = useInfiniteQuery(projectQueries.items(project.id, toProjectItemList(sort, kind)));
  const [dragged, setDragged] = useState<string | null>(null);
  const items = useMemo(() => query.data?.pages.flatMap((page) => page.items) ?? [], [query.data]);
  const byId = useMemo(() => new Map(items.map((item) => [item.id, item])), [items]);
  const areLines = layout === "list";
  const tilesFor = useCallback(
    (widthPx: number): ItemTile[] =>
      areLines ? toItemLines(items) : toItemTiles(items, { generators, widthPx }),
    [items, generators, areLines],
  );
  const address = projectAddress(project.id);

  const canWork = project.role !== "view";
  const shown = {
    items,
    list: { ...(canWork ? { project: project.id } : {}), ...(kind ? { kind } : {}) },
    isTrash: false,
    isShared: true,
  };

  /** Moves an item, and all that are selected with it. */
  function move(id: string, { before, after }: Move) {
    const selected = selection.read();
    const areMoved = selection.isActive() && isSelected(selected, id);
    const ids = (areMoved ? sortAsLoaded(selected, items) : [id]).filter(
      (each) => each !== (before ?? after),
    );
    return call(`${address}/items/move`, {
      method: "POST",
      body: { ids, ...(before ? { before } : {}), ...(after ? { after } : {}) },
    });
  }

  if (query.isPending) {
    return (
      <div aria-hidden className="flex flex-wrap gap-2 page-x py-5">
        {["w-65", "w-52", "w-75", "w-45"].map((width) => (
          <Skeleton key={width} className={`h-43 rounded-lg ${width}`} />
        ))}
      </div>
    );
  }
  return (
    <div className="flex-1 page-x pt-5 pb-10">
      {query.isError && items.length === 0 ? <LoadFailed onRetry={() => void query.refetch()} /> : null}
      {query.isSuccess && items.length === 0 ? (
        <EmptyState icon={<Images aria-hidden />} title={t(kind ? "noneOfKind" : "noItems.title")}>
          {kind ? null : t("noItems.explanation")}
        </EmptyState>
      ) : null}
      <LoadMore
        query={{
          hasNextPage: query.hasPreviousPage,
          isFetchingNextPage: query.isFetchingPreviousPage,
          isFetchNextPageError: query.isFetchPreviousPageError,
          fetchNextPage: query.fetchPreviousPage,
        }}
      />
      {items.length > 0 ? (
        <SelectArea store={selection} shown={shown}>
          <ListedTracks items={items} toTracks={listItemTracks}>
            <DayGrid
              byDay={false}
              toTiles={tilesFor}
              rowPx={areLines ? linePx : targetRowPx}
              isComplete={{ before: !query.hasPreviousPage, behind: !query.hasNextPage }}
              renderTile={({ tile, ...placed }) => {
                const item = byId.get(tile.key);
                if (!item) return null;
                return (
                  <ProjectTile
                    {...placed}
                    item={item}
                    project={project}
                    asLine={areLines}
                    isMovable={sort === "order" && canWork}
                    previous={items[placed.index - 1]?.id}
                    next={items[placed.index + 1]?.id}
                    first={items[0]?.id}
                    dragged={dragged}
                    onDrag={setDragged}
                    onMove={(id, place) => void move(id, place)}
                    onRemove={() =>
                      void call(`${address}/items/remove`, { method: "POST", body: { ids: [item.id] } })
                    }
                    onCover={() => void call(address, { method: "PATCH", body: { coverItemId: item.id } })}
                  />
                );
              }}
            />
          </ListedTracks>
        </SelectArea>
      ) : null}
      <LoadMore query={query} />
    </div>
  );
}
