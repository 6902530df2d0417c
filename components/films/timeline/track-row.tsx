"use client";

import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";
import { useFilmDesk } from "../desk/use-desk";
import { useTimeline } from "./use-timeline";

interface TrackRowProps {
  name: string;
  icon: ReactNode;
  /** The colour of its medium. */
  hue: string;
  /** Of the lane, in pixels. */
  height: number;
  /** At the end of its head. */
  controls?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** One track: its head, which stays while its lane scrolls. */
export function TrackRow({ name, icon, hue, height, controls, className, children }: TrackRowProps) {
  const desk = useFilmDesk();
  const { focus } = useTimeline();
  return (
    <div className={classNames("flex", className)} style={{ height }}>
      <div className="sticky left-0 z-20 flex w-28 shrink-0 items-center gap-2 border-r bg-panel pr-1.5 pl-4 text-xs text-text-2">
        <span aria-hidden className="[&_svg]:size-3.75" style={{ color: hue }}>
          {icon}
        </span>
        <span className="min-w-0 flex-1 truncate">{name}</span>
        {controls}
      </div>
      <div
        className="relative min-w-0 flex-1"
        style={{ transform: "var(--lane-shift)" }}
        onPointerDown={(event) => {
          if (event.target !== event.currentTarget || event.button !== 0) return;
          event.preventDefault();
          focus();
          desk.select([]);
        }}
      >
        {children}
      </div>
    </div>
  );
}
