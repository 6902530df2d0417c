"use client";

import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from "react";
import { classNames } from "@/components/ui/class-names";
import { useDesk, useFilmDesk } from "../desk/use-desk";
import { canEditFilm } from "./can-edit-film";
import { selectClip } from "./select-clip";
import { useTimeline } from "./use-timeline";

interface ClipListProps {
  label: string;
  /** The IDs of all clips, by time. */
  order: readonly string[];
  /** Where a clip begins, in milliseconds. */
  findStart: (id: string) => number;
  /** Begins to move what is selected, from a press on a clip on. */
  onDrag: (id: string, down: PointerEvent) => void;
  /** For a double press, and, without its place, for Enter on a clip that is selected alone. */
  onOpen?: (id: string, at: { clientX: number } | null) => void;
  className?: string;
  /** The clips that are in sight, and the one that Tab leads to. */
  children: (activeId: string | null) => ReactNode;
}

/**
 * The clips of a track: one of them is reached by Tab, the others by the arrows. Its clips are list items with a button that has
 * `data-clip`. A press selects: with Shift as far as here, with Control or Command one more.
 */
export function ClipList({ label, order, findStart, onDrag, onOpen, className, children }: ClipListProps) {
  const desk = useFilmDesk();
  const { view, focus, menu } = useTimeline();
  const canEdit = useDesk(canEditFilm);
  const list = useRef<HTMLUListElement>(null);
  const [active, setActive] = useState<string | null>(null);
  const [wanted, setWanted] = useState(0);
  const lastIndex = useRef(0);
  const hasFocus = useRef(false);
  const index = active === null ? -1 : order.indexOf(active);
  const activeId = index >= 0 ? active : (order[0] ?? null);

  // Focus follows to a clip that is drawn just now, and to the next one when its own is deleted.
  const focusActive = useEffectEvent(() => focusClip(list.current, activeId));
  useEffect(() => {
    if (wanted > 0) focusActive();
  }, [wanted]);
  useEffect(() => {
    if (index >= 0) lastIndex.current = index;
    else if (active !== null && hasFocus.current && document.activeElement === document.body) {
      const next = order[Math.min(lastIndex.current, order.length - 1)];
      if (next) {
        setActive(next);
        setWanted((before) => before + 1);
      } else focus();
    }
  }, [order, index, active, focus]);

  function press(event: KeyboardEvent): void {
    const id = clipOf(event.target);
    if (!id || event.altKey) return;
    const step = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
    if (step !== 0 && !event.shiftKey) {
      event.preventDefault();
      const next = order[order.indexOf(id) + step];
      if (!next) return;
      setActive(next);
      view.reveal(findStart(next));
      setWanted((before) => before + 1);
    }
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    const { selection } = desk.read();
    if (event.key === "Enter" && onOpen && selection.size === 1 && selection.has(id)) {
      onOpen(id, null);
      return;
    }
    selectClip(desk, id, order, event);
  }

  return (
    <ul
      ref={list}
      aria-label={label}
      data-roving=""
      className={classNames("[&_[data-clip][aria-pressed=true]]:touch-none", className)}
      onFocus={({ target }) => {
        hasFocus.current = true;
        const id = clipOf(target);
        if (id) setActive(id);
      }}
      onBlur={() => {
        hasFocus.current = false;
      }}
      onKeyDown={press}
      // A pointer moves no focus to clips: the arrows go on moving the playhead.
      onMouseDown={(event: MouseEvent) => {
        if (!clipOf(event.target)) return;
        event.preventDefault();
        focus();
      }}
      onPointerDown={(event) => {
        const id = clipOf(event.target);
        if (!id || event.button !== 0) return;
        const isSelected = desk.read().selection.has(id);
        // A finger scrolls, and taps a clip before it moves it.
        if (event.pointerType === "touch" && !isSelected) return;
        setActive(id);
        const isMore = event.shiftKey || event.ctrlKey || event.metaKey;
        if (!isMore && !isSelected) desk.select([id]);
        if (!isMore && canEdit) onDrag(id, event.nativeEvent);
      }}
      onClick={(event) => {
        const id = clipOf(event.target);
        // Keys are handled above.
        if (id && event.detail > 0) selectClip(desk, id, order, event);
      }}
      onDoubleClick={(event) => {
        const id = clipOf(event.target);
        if (id && canEdit) onOpen?.(id, event);
      }}
      onContextMenu={(event) => {
        const id = clipOf(event.target);
        if (!id) return;
        event.preventDefault();
        if (!desk.read().selection.has(id)) desk.select([id]);
        const { left, bottom } = (event.target as HTMLElement).getBoundingClientRect();
        // Of the keyboard, it comes without a place.
        const isPointed = event.clientX > 0 || event.clientY > 0;
        menu.set({ id, x: isPointed ? event.clientX : left + 8, y: isPointed ? event.clientY : bottom - 8 });
      }}
    >
      {children(activeId)}
    </ul>
  );
}

/** The clip whose button is pressed, or holds what is pressed. */
function clipOf(target: EventTarget): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>("[data-clip]")?.dataset.clip : undefined;
}

function focusClip(list: HTMLElement | null, id: string | null): void {
  if (id === null) return;
  list?.querySelector<HTMLElement>(`[data-clip="${CSS.escape(id)}"]`)?.focus({ preventScroll: true });
}
