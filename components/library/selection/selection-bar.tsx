"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ItemList } from "@/components/queries/item-lists";
import { Button, IconButton } from "@/components/ui/button";
import { useShortcut } from "@/components/ui/use-shortcut";
import { useUnits } from "@/lib/i18n/units";
import type { ItemMonths } from "@/lib/items/item-dto";
import { sumBytes, type ChosenItems } from "./chosen-items";
import { type Selection } from "./selection";
import { selectionActions, sharedActions } from "./selection-actions";
import type { ItemAction } from "./use-item-tasks";

interface SelectionBarProps {
  /** How many items the list has; undefined until that is known. */
  total: Pick<ItemMonths, "total" | "exact"> | undefined;
  isTrash: boolean;
  list: ItemList;
  selection: Selection;
  chosen: ChosenItems;
  count: number;
  isExact: boolean;
  /** Does something to the selected items, and ends selecting. */
  onRun: (action: ItemAction) => Promise<void>;
  onSelectAll: () => void;
  onEnd: () => void;
}

/** How much is selected, and what can be done with it. */
export function SelectionBar({
  total,
  isTrash,
  list,
  chosen,
  selection,
  count,
  isExact,
  onRun,
  onSelectAll,
  onEnd,
}: SelectionBarProps) {
  const t = useTranslations("selection");
  const units = useUnits();
  const [pending, setPending] = useState(false);
  const bytes = sumBytes(selection);
  const areOwn = [...selection.items.values()].every(({ own = true }) => own);
  useShortcut("escape", () => {
    // Escape closes an open panel of the bar first.
    if (!document.querySelector(":popover-open")) onEnd();
  });

  async function run(action: ItemAction) {
    if (pending || count === 0) return;
    setPending(true);
    await onRun(action);
    setPending(false);
  }

  return (
    <section
      aria-label={t("label")}
      data-selection-bar=""
      className="pointer-events-auto flex max-w-full flex-wrap items-center gap-x-1 gap-y-1.5 rounded-lg border border-line bg-raised px-2 py-2 text-sm shadow-float max-md:w-full md:pl-3.5"
    >
      <p role="status" data-tooltip={t("hint")} className="flex items-baseline gap-2 pr-1.5 max-md:pl-1.5">
        <span className="font-medium whitespace-nowrap tabular-nums">
          {t(isExact ? "count" : "countAbout", { count })}
        </span>
        {bytes !== null && count > 0 ? (
          <span className="text-2xs whitespace-nowrap text-text-2 tabular-nums">{units.bytes(bytes)}</span>
        ) : null}
      </p>
      {total && selection.kind === "some" && count < total.total ? (
        <Button size="small" variant="ghost" className="underline underline-offset-3" onClick={onSelectAll}>
          {t(total.exact ? "selectAll" : "selectAllAbout", { count: total.total })}
        </Button>
      ) : null}
      <IconButton
        label={t("close")}
        aria-keyshortcuts="Escape"
        onClick={onEnd}
        className="max-md:ml-auto md:order-last md:ml-1"
      >
        <X aria-hidden />
      </IconButton>
      <div className="flex items-center gap-0.5 max-md:w-full max-md:justify-between">
        {(areOwn ? selectionActions : sharedActions).map((Action) => (
          <Action
            key={Action.name}
            selection={selection}
            count={count}
            isExact={isExact}
            isTrash={isTrash}
            list={list}
            chosen={chosen}
            disabled={count === 0}
            onRun={run}
          />
        ))}
      </div>
    </section>
  );
}
