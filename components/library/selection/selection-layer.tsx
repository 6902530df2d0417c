"use client";

import { useQuery } from "@tanstack/react-query";
import type { RefObject } from "react";
import { itemQueries } from "@/components/queries/item-queries";
import { useShortcut } from "@/components/ui/use-shortcut";
import { RangePreview } from "./range-preview";
import { countSelected, sortAsLoaded, toChosenItems, toFilters } from "./chosen-items";
import { isSelected, selectItems, type Selection } from "./selection";
import { SelectionBar } from "./selection-bar";
import { SelectionBox } from "./selection-box";
import { SelectionMessages } from "./selection-messages";
import { useSelecting, useSelection, type SelectableList, type SelectionStore } from "./selection-store";
import { useDragStart } from "./use-drag-start";
import { TaskProgress } from "./task-progress";
import { useItemTasks, type ItemAction } from "./use-item-tasks";

interface SelectionLayerProps {
  store: SelectionStore;
  shown: SelectableList;
  /** The element that contains the items. */
  areaRef: RefObject<HTMLElement | null>;
}

/** What selecting needs besides the circles: touch, the box, the bar and the progress of changes. Loaded on demand. */
export default function SelectionLayer(props: SelectionLayerProps) {
  return (
    <SelectionMessages>
      <Layer {...props} />
    </SelectionMessages>
  );
}

/** What was selected when the box was begun. */
let beforeBox: Selection | null = null;

function Layer({ store, shown, areaRef }: SelectionLayerProps) {
  const isSelecting = useSelecting(store);
  const selection = useSelection(store);
  const tasks = useItemTasks();
  const { isShared = false } = shown;
  const { data: counts } = useQuery({ ...itemQueries.months(shown.list), enabled: !isShared });
  const itemsAt = (indexes: readonly number[]) => indexes.flatMap((index) => shown.items[index] ?? []);

  useShortcut("mod+a", () => store.change((before) => selectItems(before, shown.items)), {
    enabled: isSelecting,
  });
  useShortcut("mod+z", tasks.undoLast);
  const sorted = selection.kind === "some" ? sortAsLoaded(selection, shown.items) : null;
  const chosen = sorted ? { ids: sorted } : toChosenItems(selection, toFilters(shown.list));
  useDragStart(
    areaRef,
    (item) => {
      if (!store.isActive() || !isSelected(selection, item.id)) return { ids: [item.id], count: 1 };
      const count = countSelected(selection, counts?.total ?? shown.items.length);
      return { ...chosen, count, ...(shown.list.sort ? { sort: shown.list.sort } : {}) };
    },
    shown.items,
  );

  async function run(action: ItemAction): Promise<void> {
    const done = await tasks.run(action, chosen);
    if (done) store.end();
  }

  const isExact = selection.kind === "some" || (counts?.exact ?? true);
  return (
    <>
      {isSelecting ? <RangePreview store={store} items={shown.items} areaRef={areaRef} /> : null}
      <SelectionBox
        firstId={shown.items[0]?.id}
        areaRef={areaRef}
        onBox={(indexes, { isFirst, adds }) => {
          if (isFirst) beforeBox = adds || store.isActive() ? store.read() : null;
          const items = itemsAt(indexes);
          store.change((now) => selectItems(beforeBox ?? { ...now, kind: "some", items: new Map() }, items));
        }}
      />
      <div className="pointer-events-none fixed inset-x-0 bottom-[calc(3.5rem+env(safe-area-inset-bottom)+var(--player-height))] z-30 grid justify-items-center gap-2 p-2 md:bottom-(--player-height) md:left-52 md:p-4">
        {tasks.active.map((task) => (
          <TaskProgress key={task.id} task={task} onCancel={() => void tasks.cancel(task.id)} />
        ))}
        {isSelecting ? (
          <SelectionBar
            total={counts}
            isTrash={shown.isTrash}
            list={shown.list}
            selection={selection}
            chosen={chosen}
            count={countSelected(selection, counts?.total ?? shown.items.length)}
            isExact={isExact}
            onRun={run}
            onSelectAll={() => store.change(() => ({ kind: "all", items: new Map(), anchorId: null }))}
            onEnd={() => {
              store.end();
              areaRef.current?.querySelector<HTMLElement>("a[data-tile]")?.focus({ preventScroll: true });
            }}
          />
        ) : null}
      </div>
    </>
  );
}
