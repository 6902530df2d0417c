"use client";

import { useEffect, useEffectEvent, useRef } from "react";
import { createKey } from "@/components/queries/press-keys";
import { copySelected, pasteClipping, type Clipping } from "@/lib/films/edit-selection";
import { useFilmDesk } from "../desk/use-desk";
import { findDropIndex } from "./shots/shot-bounds";
import { useTimeline } from "./use-timeline";

/** Says that the clipboard holds what was copied on a desk; the clips themselves stay there. */
const clipsType = "application/x-reverie-clips";

const hasOwnText = ({ target }: Event) =>
  target instanceof Element && target.closest("input, textarea, [contenteditable], dialog") !== null;

/** Copies, cuts and pastes the selected shots, sounds and captions. Text that is selected on the page comes first. */
export function useFilmClipboard(): void {
  const desk = useFilmDesk();
  const { edits } = useTimeline();
  const clipping = useRef<Clipping | null>(null);

  const copy = useEffectEvent((event: ClipboardEvent) => {
    const { document: film, selection } = desk.read();
    if (hasOwnText(event) || !event.clipboardData || getSelection()?.isCollapsed === false) return;
    const copied = copySelected(film, selection);
    const count = copied.shots.length + copied.sounds.length + copied.captions.length;
    if (count === 0 || (event.type === "cut" && !desk.canEdit)) return;
    event.preventDefault();
    event.clipboardData.setData(clipsType, String(count));
    clipping.current = copied;
    if (event.type === "cut") edits.remove();
  });
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const copied = clipping.current;
    if (hasOwnText(event) || !copied || !event.clipboardData?.types.includes(clipsType)) return;
    event.preventDefault();
    const { frame } = desk.read();
    const index = findDropIndex(desk.placed, frame);
    edits.addAndSelect((film) => pasteClipping(film, copied, { frame, index, newId: createKey }));
  });

  useEffect(() => {
    const controller = new AbortController();
    const options = { signal: controller.signal };
    document.addEventListener("copy", (event) => copy(event), options);
    document.addEventListener("cut", (event) => copy(event), options);
    document.addEventListener("paste", (event) => paste(event), options);
    return () => controller.abort();
  }, []);
}
