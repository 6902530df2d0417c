"use client";

import { ChevronDown, SlidersHorizontal } from "lucide-react";
import { useEffect, useRef, useState, type ComponentType, type ReactNode } from "react";
import { FetchedPart } from "@/components/ui/fetched-part";
import { useIdle } from "@/components/ui/use-idle";

interface AdvancedDrawerProps {
  label: string;
  /** The current settings in one line, shown while the drawer is closed. */
  summary: string;
  /** A field inside is invalid: the drawer opens. */
  hasError?: boolean;
  children: ReactNode;
}

/** Holds the settings that most people leave alone. Its fields stay part of the form while it is closed. */
export function AdvancedDrawer({ label, summary, hasError = false, children }: AdvancedDrawerProps) {
  const [wanted, setWanted] = useState(false);
  const open = wanted || hasError;
  const drawerRef = useRef<HTMLDetailsElement>(null);
  // It may have been opened before any script ran.
  useEffect(() => setWanted(drawerRef.current?.open ?? false), []);
  return (
    <details
      ref={drawerRef}
      open={open}
      onToggle={(event) => setWanted(event.currentTarget.open)}
      className="group/drawer border-t"
    >
      <summary className="flex list-none items-center gap-2 rounded-sm py-3.5 text-sm text-text-2 transition-colors hover:text-text [&::-webkit-details-marker]:hidden">
        <SlidersHorizontal aria-hidden className="size-4 shrink-0" />
        <span className="shrink-0">{label}</span>
        <span className="ml-auto min-w-0 truncate text-2xs text-text-3 group-open/drawer:hidden">
          {summary}
        </span>
        <ChevronDown
          aria-hidden
          className="size-4 shrink-0 text-text-3 transition-transform duration-180 group-open/drawer:ml-auto group-open/drawer:rotate-180"
        />
      </summary>
      <div className="grid gap-5 pt-1 pb-3">{children}</div>
    </details>
  );
}

/** Fields of a drawer that are fetched when the browser is idle. */
export function LateFields<Props extends object>({
  load,
  props,
}: {
  /** Must be stable across renders. */
  load: () => Promise<{ default: ComponentType<Props> }>;
  props: Props;
}) {
  return useIdle() ? <FetchedPart load={load} props={props} /> : null;
}
