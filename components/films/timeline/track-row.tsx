"use client";

import type { CSSProperties, ReactNode } from "react";
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
  /** For what is dropped there. */
  track?: string;
  /** For a double press where no clip is. */
  onOpen?: (event: { clientX: number }) => void;
  children: ReactNode;
}

/** One track: its head, which stays while its lane scrolls. */
export function TrackRow({
  name,
  icon,
  hue,
  height,
  controls,
  className,
  track,
  onOpen,
  children,
}: TrackRowProps) {
  const desk = useFilmDesk();
  const { focus } = useTimeline();
  return (
    <div className="flex" style={{ "--hue": hue } as CSSProperties}>
      <div className="sticky left-0 z-20 flex w-30 shrink-0 items-center gap-1.5 border-r bg-panel pr-0.5 pl-3.5 [&>:last-child]:-ml-1.5 text-xs text-text-2">
        <span aria-hidden className="text-hue [&_svg]:size-3.75">
          {icon}
        </span>
        <span className="min-w-0 flex-1 truncate">{name}</span>
        {controls}
      </div>
      <div
        data-track={track}
        className={classNames("relative min-w-0 flex-1", className)}
        style={{ height, transform: "var(--lane-shift)" }}
        onDoubleClick={(event) => {
          if (event.target === event.currentTarget) onOpen?.(event);
        }}
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
