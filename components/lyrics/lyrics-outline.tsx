"use client";

import { Accessibility, PointerSensor, PreventSelection } from "@dnd-kit/dom";
import { DragDropProvider } from "@dnd-kit/react";
import { isSortable, useSortable } from "@dnd-kit/react/sortable";
import { GripVertical } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useRef, useState, type KeyboardEvent } from "react";
import type { TokenEditorView } from "@/components/form/token-editor";
import { classNames } from "@/components/ui/class-names";
import { canMoveSection, moveSection } from "@/lib/lyrics/sections";
import { findEntryAt, listOutlineEntries, type OutlineEntry } from "./outline-entries";
import { useTagMeanings } from "./tag-meanings";

const unwantedPlugins: readonly unknown[] = [
  // Its announcements are English and describe dragging; the handles here have keys and texts instead.
  Accessibility,
  // It clears the selection until the drop has settled, and with it the caret of a click into the text.
  PreventSelection,
];

interface LyricsOutlineProps {
  view: TokenEditorView;
  disabled: boolean;
}

/**
 * The sections of lyrics. A press selects one in the text; dragging its handle, or the arrow keys, moves its text.
 * Loaded on demand, hence the default export.
 */
export default function LyricsOutline({ view, disabled }: LyricsOutlineProps) {
  const t = useTranslations("lyrics.outline");
  // Tags are English words; other languages show their meaning as well.
  const meanings = useTagMeanings();
  const isEnglish = useLocale() === "en";
  const { caret, actions } = view;
  const [shown, setShown] = useShownText(view.text);
  const entries = useEntries(shown);
  const [announcement, setAnnouncement] = useState("");
  const listRef = useRef<HTMLOListElement>(null);
  const current = caret === null ? -1 : findEntryAt(entries, caret);
  const sections = entries.map(({ section }) => section);
  const isFixed = (index: number) => sections[index]?.tagRange === null;
  const nameOf = ({ name, number, section }: OutlineEntry) =>
    section.tagRange === null ? t("opening") : number === null ? name : t("numbered", { name, number });

  function move(from: number, to: number) {
    const entry = entries[from];
    // The view may lag a letter behind the editor.
    if (!entry || !canMoveSection(sections, from, to) || actions.getText() !== shown) return;
    const moved = moveSection(shown, from, to);
    setShown(moved);
    actions.rewrite(moved);
    setAnnouncement(t("moved", { name: nameOf(entry), position: to + 1, count: entries.length }));
  }

  function focusEntry(index: number) {
    listRef.current?.querySelectorAll<HTMLElement>("[data-entry]")[index]?.focus();
  }

  return (
    <div className="p-1.5">
      <DragDropProvider
        sensors={[PointerSensor]}
        plugins={(plugins) => plugins.filter((plugin) => !unwantedPlugins.includes(plugin))}
        onDragEnd={({ canceled, operation: { source } }) => {
          if (!canceled && isSortable(source)) move(source.initialIndex, source.index);
        }}
      >
        <ol ref={listRef} aria-label={t("title")} className="select-none">
          {entries.map((entry, index) => (
            <OutlineItem
              key={entry.id}
              id={entry.id}
              index={index}
              name={nameOf(entry)}
              meaning={isEnglish || !entry.section.tag ? undefined : meanings[entry.section.tag]}
              firstLine={entry.section.lines.find((line) => line !== "")}
              unknown={entry.section.unknown}
              current={index === current}
              movable={!disabled && !isFixed(index)}
              onGo={() => {
                const { start, tagRange } = entry.section;
                const at = tagRange?.to ?? start;
                actions.select({ from: at, to: at }, { toTop: true });
              }}
              onMove={(step) => move(index, index + step)}
              onStep={(step) => focusEntry(index + step)}
            />
          ))}
        </ol>
      </DragDropProvider>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  );
}

/** The text as moved here, until the editor reports a new one. */
function useShownText(text: string): [string, (moved: string) => void] {
  const [own, setOwn] = useState({ text, shown: text });
  if (own.text !== text) setOwn({ text, shown: text });
  return [own.text === text ? own.shown : text, (shown) => setOwn({ text, shown })];
}

/** Keeps the ids of entries across texts. */
function useEntries(text: string): OutlineEntry[] {
  const [known, setKnown] = useState(() => ({ text, entries: listOutlineEntries(text) }));
  if (known.text === text) return known.entries;
  const entries = listOutlineEntries(text, known.entries);
  setKnown({ text, entries });
  return entries;
}

interface OutlineItemProps {
  id: number;
  index: number;
  name: string;
  /** The meaning of the tag, if the name does not show it. */
  meaning: string | undefined;
  /** The first line of its text; undefined without text. */
  firstLine: string | undefined;
  /** The tag is none of the 14. */
  unknown: boolean;
  /** The caret is in it. */
  current: boolean;
  movable: boolean;
  /** Selects its place in the text. */
  onGo: () => void;
  /** Moves it up (-1) or down (1). */
  onMove: (step: -1 | 1) => void;
  /** Focuses the entry above (-1) or below (1). */
  onStep: (step: -1 | 1) => void;
}

/** One section of the outline with its drag handle. */
function OutlineItem(props: OutlineItemProps) {
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
