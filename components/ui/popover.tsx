"use client";

import { useId, useState, type CSSProperties, type ReactNode } from "react";
import { classNames } from "./class-names";
import { Button, type ButtonProps } from "./button";

export interface PopoverProps extends Omit<ButtonProps, "children" | "popover"> {
  /** What the button shows. */
  trigger: ReactNode;
  /** Names the opened panel. */
  label: string;
  align?: "start" | "end";
  panelClassName?: string;
  /** The panel; mounted while it is open. `close` closes it. */
  children: (close: () => void) => ReactNode;
}

/**
 * A button with a small panel: the browser's popover, which closes on Escape and on a press elsewhere and comes next in
 * the order of Tab. Placed by CSS anchors; where a browser has none, it stands in the middle of the page.
 */
export function Popover({
  trigger,
  label,
  align = "start",
  panelClassName,
  children,
  ...buttonProps
}: PopoverProps) {
  const id = useId();
  const anchorName = `--${id.replaceAll(/[^a-z0-9]/gi, "")}`;
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button {...buttonProps} popoverTarget={id} style={{ anchorName } as CSSProperties}>
        {trigger}
      </Button>
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        onToggle={(event) => setOpen(event.newState === "open")}
        style={{ positionAnchor: anchorName } as CSSProperties}
        className={classNames(
          "m-auto max-h-[70dvh] min-w-48 overflow-y-auto rounded-md border-0 bg-raised p-2 text-text shadow-float",
          "supports-[position-anchor:--x]:m-0 supports-[position-anchor:--x]:my-1.5 supports-[position-anchor:--x]:[position-try-fallbacks:flip-block,flip-inline]",
          align === "start"
            ? "supports-[position-anchor:--x]:[position-area:bottom_span-right]"
            : "supports-[position-anchor:--x]:[position-area:bottom_span-left]",
          panelClassName,
        )}
      >
        {open ? children(() => document.getElementById(id)?.hidePopover()) : null}
      </div>
    </>
  );
}
