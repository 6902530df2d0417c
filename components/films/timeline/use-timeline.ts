"use client";

import { createContext, use } from "react";
import type { Drop } from "./drops";
import { useShared, type SharedValue } from "./shared-value";
import type { SelectionEdits } from "./selection-edits";
import type { TimelineView, ViewState } from "./timeline-view";

export interface TimelineContextValue {
  view: TimelineView;
  edits: SelectionEdits;
  /** The clip whose menu is open, and where. */
  menu: SharedValue<{ id: string; x: number; y: number } | null>;
  /** Where items that are dragged over the timeline would go. */
  drop: SharedValue<Drop | null>;
  /** Moves focus to the timeline itself, from where the desk's keys work: a press with a pointer focuses no clip. */
  focus: () => void;
}

export const TimelineContext = createContext<TimelineContextValue | null>(null);

export function useTimeline(): TimelineContextValue {
  const timeline = use(TimelineContext);
  if (!timeline) throw new Error("Parts of the timeline are inside of TimelineContext");
  return timeline;
}

/** A value of the timeline's view. */
export function useView<Value>(choose: (state: ViewState) => Value): Value {
  return useShared(useTimeline().view.shared, choose);
}

export const wholeView = (state: ViewState): ViewState => state;
