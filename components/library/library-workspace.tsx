"use client";

import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from "react";
import { flattenItems, itemQueries } from "@/components/queries/item-queries";
import {
  readLibraryStart,
  readLibraryView,
  toItemList,
  writeLibraryView,
  type LibraryView,
} from "@/components/takes/library-filter";
import { LoadFailed } from "@/components/takes/load-failed";
import { LoadMore } from "@/components/takes/load-more";
import { ResultListContext } from "@/components/takes/result-list-context";
import { lazyPart } from "@/components/ui/lazy-part";
import { Skeleton } from "@/components/ui/progress";
import { parseItemLayout, type ItemLayout } from "@/lib/appearance/item-layout";
import type { RememberedWidth } from "@/lib/appearance/remembered-width";
import { DayFoot } from "./day-foot";
import { ItemGrid } from "./item-grid";
import { LibraryHeader } from "./library-header";
import { SelectArea, SelectButton, useSelectionStore } from "./selection/select-area";
import { LayoutSwitch } from "./layout-switch";
import { MonthEdge } from "./month-edge";
import { startOfMonth } from "./months";
import { useAddressSearch } from "./use-address-search";
import { useItemLayout } from "./use-item-layout";
import { useFailures } from "./use-failures";

const LibraryEmpty = lazyPart(() => import("./library-empty"));
const TrashBar = lazy(() => import("./trash/trash-bar"));

interface LibraryWorkspaceProps {
  /** What the server lays the results out for. */
  remembered: RememberedWidth;
  renderedAtMs: number;
  /** How this browser showed items last. */
  layout: ItemLayout;
}

/** Every result as an item; its filters are kept in the address. */
export function LibraryWorkspace({ remembered, renderedAtMs, ...props }: LibraryWorkspaceProps) {
  const router = useRouter();
  const client = useQueryClient();
  const [search, replaceAddress] = useAddressSearch();
  const view = useMemo(() => readLibraryView(search), [search]);
  const at = readLibraryStart(search);
  const [layout, chooseLayout] = useItemLayout(props.layout);
  const list = toItemList(view);
  const resultList = useMemo(() => ({ ...view, parentId: "" }), [view]);
  const query = useInfiniteQuery({
    ...itemQueries.list(list, at),
    // A jump begins anew; other changes keep what is shown until the response.
    placeholderData: (shown, query) => (query?.queryKey[3] === at ? shown : undefined),
  });
  const items = flattenItems(query.data);
  const isTrash = view.trash === "true";
  const isComplete = { before: !query.hasPreviousPage, behind: !query.hasNextPage };
  const [seen, setSeen] = useState<string | null>(null);
  const byDay = list.sort === undefined || list.sort === "oldest";
  const { sort: _sort, ...filters } = list;
  const failures = useFailures(items, { ...isComplete, enabled: byDay && Object.keys(filters).length === 0 });
  const feet = useMemo(
    () => new Map([...failures].map(([day, each]) => [day, <DayFoot key={day} {...each} />])),
    [failures],
  );
  const selection = useSelectionStore(list);

  // An old link may begin where nothing is left. While the page hydrates, the router doesn't notice history.replaceState.
  const isPastEnd = at !== "" && query.isSuccess && items.length === 0;
  useEffect(() => {
    if (isPastEnd) router.replace(writeLibraryView(readLibraryView(search)));
  }, [isPastEnd, router, search]);

  const showView = useCallback(
    (shown: LibraryView, start?: string) => {
      window.scrollTo(0, 0);
      // Replaces the history entry, of which there would be one for every letter. The layout stays while the list changes.
      const layout = parseItemLayout(search.get("view"));
      // Before the page renders with it, which takes longer than the request on a slow processor.
      void client.prefetchInfiniteQuery(itemQueries.list(toItemList(shown), start));
      replaceAddress(writeLibraryView(shown, { layout, ...(start === undefined ? {} : { at: start }) }));
    },
    [search, replaceAddress, client],
  );
  const change = useCallback(
    (changes: Partial<LibraryView>) => showView({ ...view, ...changes }),
    [view, showView],
  );
  const jump = useCallback(
    (month: string) => showView(view, startOfMonth(month, view.sort === "oldest" ? "oldest" : "newest")),
    [view, showView],
  );
  const hasItems = items.length > 0;
  const actions = useMemo(
    () => (
      <>
        <LayoutSwitch layout={layout} onChoose={chooseLayout} />
        {hasItems ? <SelectButton store={selection} /> : null}
      </>
    ),
    [layout, chooseLayout, hasItems, selection],
  );

  return (
    <div className="flex flex-1 flex-col">
      <LibraryHeader view={view} onShow={change} actions={actions} />
      <div className="page-x flex flex-1">
        <div className={byDay ? "min-w-0 flex-1 pb-10" : "min-w-0 flex-1 pt-4 pb-10"}>
          {isTrash ? (
            <div className="min-h-11.5 pt-4">
              <Suspense fallback={null}>
                <TrashBar />
              </Suspense>
            </div>
          ) : null}
          {query.isPending ? <GridSkeleton areLines={layout === "list"} /> : null}
          {query.isError && items.length === 0 ? (
            <LoadFailed className="mt-6" onRetry={() => void query.refetch()} />
          ) : null}
          {query.isSuccess && items.length === 0 && !query.hasPreviousPage ? (
            <LibraryEmpty view={view} onShow={showView} />
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
            <ResultListContext value={resultList}>
              <SelectArea store={selection} shown={{ items, list, isTrash }}>
                <ItemGrid
                  items={items}
                  layout={layout}
                  isComplete={isComplete}
                  byDay={byDay}
                  feet={feet}
                  onSeen={(createdAt) => setSeen(createdAt.slice(0, 7))}
                  restorable={isTrash}
                  remembered={remembered}
                  renderedAtMs={renderedAtMs}
                />
              </SelectArea>
            </ResultListContext>
          ) : null}
          <LoadMore query={query} />
        </div>
        {byDay ? <MonthEdge list={list} seen={seen} onJump={jump} /> : null}
      </div>
    </div>
  );
}

function GridSkeleton({ areLines }: { areLines: boolean }) {
  return (
    <div aria-hidden className="pt-6">
      <Skeleton className="mb-3 h-5 w-40" />
      <div className="flex flex-wrap gap-2">
        {["w-65", "w-52", "w-75", "w-45", "w-60", "w-80"].map((width) => (
          <Skeleton key={width} className={areLines ? "h-11 w-full" : `h-43 rounded-lg ${width}`} />
        ))}
      </div>
    </div>
  );
}
