"use client";

import { useRef, type DragEvent } from "react";
import { useGenerators } from "@/components/generators";
import { hasItems } from "@/components/queries/item-drag";
import { useErrorToast } from "@/components/queries/use-error-toast";
import type { ItemDto } from "@/lib/items/item-dto";
import { addItems } from "../bin/add-items";
import { readDroppedItems } from "../bin/dragged-items";
import { useDesk, useFilmDesk } from "../desk/use-desk";
import { canEditFilm } from "./can-edit-film";
import { findSoundTrack, isSoundDrag, type Drop } from "./drops";
import { findDropIndex } from "./shots/shot-bounds";
import { listMoments, snapTo } from "./snap-drag";
import { useTimeline } from "./use-timeline";

/** Takes items that are dragged onto the timeline: pictures and videos between two shots, sounds at the moment of the pointer. */
export function useDrops() {
  const desk = useFilmDesk();
  const generators = useGenerators();
  const showError = useErrorToast();
  const { view, drop } = useTimeline();
  const canEdit = useDesk(canEditFilm);
  /** Leaving one part enters the next one first. */
  const depth = useRef(0);

  function aim(event: DragEvent): Drop {
    const { frameRate } = desk.read().document;
    const ms = Math.max(0, view.msAt(event.clientX));
    if (!isSoundDrag(event.dataTransfer)) {
      return { kind: "shot", index: findDropIndex(desk.placed, (ms * frameRate) / 1_000) };
    }
    const snap = snapTo(view, [ms], listMoments(desk, view, { moved: new Set(), of: "placed" }));
    view.guide.set(ms + snap);
    return { kind: "sound", ms: ms + snap, track: findSoundTrack(event.target) };
  }

  function end(): void {
    depth.current = 0;
    drop.set(null);
    view.guide.set(null);
  }

  async function add(dropped: Promise<ItemDto[]>, at: Drop): Promise<void> {
    const items = await dropped;
    addItems(
      desk,
      items,
      generators,
      at.kind === "shot" ? { index: at.index } : { atMs: at.ms, ...(at.track ? { track: at.track } : {}) },
    );
  }

  return {
    onDragEnter(event: DragEvent) {
      if (canEdit && hasItems(event.dataTransfer)) depth.current += 1;
    },
    onDragOver(event: DragEvent) {
      if (!canEdit || !hasItems(event.dataTransfer)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "copy";
      const at = aim(event);
      const before = drop.read();
      if (JSON.stringify(before) !== JSON.stringify(at)) drop.set(at);
      view.scrollAtEdge(event.clientX);
    },
    onDragLeave(event: DragEvent) {
      if (!hasItems(event.dataTransfer)) return;
      depth.current -= 1;
      if (depth.current <= 0) end();
    },
    onDrop(event: DragEvent) {
      if (!canEdit || !hasItems(event.dataTransfer)) return;
      event.preventDefault();
      const at = aim(event);
      end();
      add(readDroppedItems(event.dataTransfer), at).catch(showError);
    },
  };
}
