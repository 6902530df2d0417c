"use client";

import { useSortable } from "@dnd-kit/react/sortable";
import { GripVertical } from "lucide-react";
import { useTranslations } from "next-intl";
import type { KeyboardEvent } from "react";
import { classNames } from "@/components/ui/class-names";

export interface OutlineItemProps {
  id: number;
  index: number;
  name: string;
  /** What its tag stands for, where the name does not say so. */
  meaning: string | undefined;
  /** Its first words; undefined where it has none. */
  firstLine: string | undefined;
  /** Its tag is none of the 14. */
  unknown: boolean;
  /** The caret is in it. */
  current: boolean;
  movable: boolean;
  /** Goes to its place in the text. */
  onGo: () => void;
  /** Moves it up (-1) or down (1). */
  onMove: (step: -1 | 1) => void;
  /** Goes to the entry above (-1) or below (1). */
  onStep: (step: -1 | 1) => void;
}

/** One section in the outline: where it is dragged by, and what leads to it. */
export function OutlineItem(props: OutlineItemProps) {
  const { id, index, name, meaning, firstLine, unknown, current, movable, onGo, onMove, onStep } = props;
  const t = useTranslations("lyrics.outline");
  const { ref, handleRef, isDragSource } = useSortable({ id, index, disabled: !movable });

  function handleKeys(event: KeyboardEvent, act: (step: -1 | 1) => void) {
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    act(event.key === "ArrowUp" ? -1 : 1);
  }

  return (
    <li
      ref={ref}
      className={classNames(
        "flex items-center rounded-sm",
        isDragSource ? "bg-raised shadow-float" : current ? "bg-hover" : "hover:bg-hover",
      )}
    >
      {movable ? (
        <button
          type="button"
          ref={handleRef}
          aria-label={t("handle", { name })}
          aria-keyshortcuts="ArrowUp ArrowDown"
          data-tooltip={t("handleHint")}
          onKeyDown={(event) => handleKeys(event, onMove)}
          className="grid h-8.5 w-5.5 shrink-0 cursor-grab touch-none place-items-center rounded-xs text-text-3 hover:text-text active:cursor-grabbing"
        >
          <GripVertical aria-hidden className="size-3.5" />
        </button>
      ) : (
        <span className="w-2 shrink-0" />
      )}
      <button
        type="button"
        data-entry=""
        aria-current={current ? "true" : undefined}
        aria-keyshortcuts={movable ? "Alt+ArrowUp Alt+ArrowDown" : undefined}
        onClick={onGo}
        onKeyDown={(event) => handleKeys(event, event.altKey && movable ? onMove : onStep)}
        className="min-w-0 flex-1 rounded-xs py-1 pr-1 text-left"
      >
        <span
          className={classNames(
            "block truncate text-xs font-medium",
            unknown ? "text-warning" : current ? "text-hue" : "text-text",
          )}
        >
          {name}
          {meaning === undefined ? null : <span className="ml-1 font-normal text-text-3">{meaning}</span>}
        </span>
        {firstLine === undefined ? null : (
          <span className="block truncate text-2xs text-text-3" dir="auto">
            {firstLine}
          </span>
        )}
      </button>
    </li>
  );
}
