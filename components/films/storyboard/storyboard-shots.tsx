"use client";

import { Accessibility, PointerSensor, PreventSelection } from "@dnd-kit/dom";
import { DragDropProvider } from "@dnd-kit/react";
import { isSortable } from "@dnd-kit/react/sortable";
import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useGenerators } from "@/components/generators";
import { Button } from "@/components/ui/button";
import { FetchedPart } from "@/components/ui/fetched-part";
import { moveShot } from "@/lib/films/edit-shots";
import type { ItemDto } from "@/lib/items/item-dto";
import { addItems } from "../bin/add-items";
import { useDesk, useFilmDesk } from "../desk/use-desk";
import { StoryboardTools } from "../places/storyboard-tools";
import { StoryboardShot } from "./storyboard-shot";

const loadPicker = () => import("../bin/pick-dialog");

const unwantedPlugins: readonly unknown[] = [
  // Its announcements are English; the rows have buttons, and texts of their own.
  Accessibility,
  PreventSelection,
];

/** The list of shots: ordered by their handles or buttons; a pressed one opens. Loaded on demand, hence the default export. */
export default function StoryboardShots() {
  const t = useTranslations("desk.storyboard");
  const desk = useFilmDesk();
  const generators = useGenerators();
  const shots = useDesk(({ document }) => document.shots);
  const selection = useDesk((state) => state.selection);
  const [announcement, setAnnouncement] = useState("");
  const [isPicking, setPicking] = useState(false);

  /** `to` is where it is afterwards. */
  function move(from: number, to: number) {
    const shot = shots[from];
    if (!shot || to < 0 || to >= shots.length || from === to) return;
    desk.edit((film) => moveShot(film, shot.id, to > from ? to + 1 : to));
    setAnnouncement(t("moved", { name: shot.name, position: to + 1, count: shots.length }));
  }
  function open(id: string, index: number) {
    const isOpen = selection.has(id);
    desk.select(isOpen ? [] : [id]);
    const placed = desk.placed[index];
    if (!isOpen && placed) desk.seek(placed.start + placed.transitionFrames);
  }

  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <DragDropProvider
        sensors={[PointerSensor]}
        plugins={(plugins) => plugins.filter((plugin) => !unwantedPlugins.includes(plugin))}
        onDragEnd={({ canceled, operation: { source } }) => {
          if (!canceled && isSortable(source)) move(source.initialIndex, source.index);
        }}
      >
        <ol aria-label={t("title")}>
          {shots.map((shot, index) => (
            <StoryboardShot
              key={shot.id}
              shot={shot}
              index={index}
              count={shots.length}
              isOpen={selection.has(shot.id)}
              onOpen={() => open(shot.id, index)}
              onMove={(step) => move(index, index + step)}
            />
          ))}
        </ol>
      </DragDropProvider>
      {shots.length === 0 ? <p className="px-4 pt-8 text-center text-sm text-text-3">{t("empty")}</p> : null}
      {desk.canEdit ? (
        <div className="flex flex-wrap gap-2 p-4">
          <Button className="flex-1" onClick={() => setPicking(true)}>
            <Plus aria-hidden />
            {t("add")}
          </Button>
          <StoryboardTools className="h-8.5 flex-1 border border-line px-3 text-sm" />
        </div>
      ) : null}
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {isPicking ? (
        <FetchedPart
          load={loadPicker}
          props={{
            title: t("add"),
            onPick: (item: ItemDto) => addItems(desk, [item], generators, { index: shots.length }),
            onClose: () => setPicking(false),
          }}
          onFailed={() => setPicking(false)}
        />
      ) : null}
    </div>
  );
}
