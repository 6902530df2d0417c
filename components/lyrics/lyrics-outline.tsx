"use client";

import { Accessibility, PointerSensor, PreventSelection } from "@dnd-kit/dom";
import { DragDropProvider } from "@dnd-kit/react";
import { isSortable } from "@dnd-kit/react/sortable";
import { useLocale, useTranslations } from "next-intl";
import { useRef, useState } from "react";
import type { TokenEditorView } from "@/components/form/token-editor";
import { canMoveSection, moveSection } from "@/lib/lyrics/sections";
import { findEntryAt, listOutlineEntries, type OutlineEntry } from "./outline-entries";
import { OutlineItem } from "./outline-item";
import { useTagMeanings } from "./use-tag-meanings";

const unwantedPlugins: readonly unknown[] = [
  // Its words are English and speak of lifting and dropping; the handles here have their own keys and words.
  Accessibility,
  // It takes every selection away until the drop has settled, and with it the caret of who clicks into the text at once.
  PreventSelection,
];

export interface LyricsOutlineProps {
  view: TokenEditorView;
  disabled: boolean;
}

/**
 * The sections of lyrics: a press on one goes there; dragged by its handle, or moved by the arrow keys, its text moves
 * along. Loaded on demand, hence the default export.
 */
export default function LyricsOutline({ view, disabled }: LyricsOutlineProps) {
  const t = useTranslations("lyrics.outline");
  // The tags are English words; who reads another language is told what they stand for.
  const meanings = useTagMeanings();
  const isEnglish = useLocale() === "en";
  const { caret, actions } = view;
  const [shown, setShown] = useShownText(view.text);
  const entries = useEntries(shown);
  const [news, setNews] = useState("");
  const listRef = useRef<HTMLOListElement>(null);
  const current = caret === null ? -1 : findEntryAt(entries, caret);
  const sections = entries.map(({ section }) => section);
  const isFixed = (index: number) => sections[index]?.tagRange === null;
  const nameOf = ({ name, number, section }: OutlineEntry) =>
    section.tagRange === null ? t("opening") : number === null ? name : t("numbered", { name, number });

  function move(from: number, to: number) {
    const entry = entries[from];
    // What is shown may be a letter behind what stands there.
    if (!entry || !canMoveSection(sections, from, to) || actions.getText() !== shown) return;
    const moved = moveSection(shown, from, to);
    setShown(moved);
    actions.rewrite(moved);
    setNews(t("moved", { name: nameOf(entry), position: to + 1, count: entries.length }));
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
        {news}
      </p>
    </div>
  );
}

/** The text as it was moved here, until the editor tells of one; then the editor's. */
function useShownText(text: string): [string, (moved: string) => void] {
  const [own, setOwn] = useState({ text, shown: text });
  if (own.text !== text) setOwn({ text, shown: text });
  return [own.text === text ? own.shown : text, (shown) => setOwn({ text, shown })];
}

/** Entries keep their ids from one text to the next. */
function useEntries(text: string): OutlineEntry[] {
  const [known, setKnown] = useState(() => ({ text, entries: listOutlineEntries(text) }));
  if (known.text === text) return known.entries;
  const entries = listOutlineEntries(text, known.entries);
  setKnown({ text, entries });
  return entries;
}
