"use client";

import type { ItemList } from "@/components/queries/item-lists";
import type { ComponentProps, ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import type { ChosenItems } from "./chosen-items";
import type { Selection } from "./selection";
import type { ItemAction } from "./use-item-tasks";

export interface SelectionActionProps {
  selection: Selection;
  /** How many items are selected; about as many if not `isExact`. */
  count: number;
  isExact: boolean;
  isTrash: boolean;
  list: ItemList;
  /** What the API is sent: which items. */
  chosen: ChosenItems;
  /** Nothing is selected. */
  disabled: boolean;
  onRun: (action: ItemAction) => Promise<void>;
}

/** The label of an action beside its icon; only the icon shows where space is scarce. */
export const barLabelClass = "max-lg:sr-only";
export const barButtonClass = "h-8.5! px-2.25! max-lg:w-8.5! max-lg:justify-center max-lg:px-0!";

/** An action of the bar. */
export function BarButton({
  icon,
  label,
  keys,
  disabled,
  ...props
}: Omit<ComponentProps<typeof Button>, "children"> & { icon: ReactNode; label: string; keys?: string }) {
  return (
    <Button
      variant="ghost"
      size="small"
      data-tooltip={label}
      aria-keyshortcuts={keys}
      aria-disabled={disabled || undefined}
      className={classNames(barButtonClass, "aria-disabled:opacity-45")}
      {...props}
    >
      {icon}
      <span className={barLabelClass}>{label}</span>
    </Button>
  );
}
