"use client";

import { useId, useState, type CSSProperties, type ReactNode } from "react";
import { Button, type ButtonProps } from "./button";
import { classNames } from "./class-names";
import { useBackClosesOnTouch } from "./use-back-closes";

export interface PopoverProps extends Omit<ButtonProps, "children" | "popover"> {
  /** What the button shows. */
  trigger: ReactNode;
  /** Names the opened panel. */
  label: string;
  align?: "start" | "end";
  /** The panel stands beside the element of this CSS anchor name, at the foot of a small screen; else below the button. */
  beside?: string | undefined;
  panelClassName?: string;
  /** The panel; mounted while it is open. `close` closes it. */
  children: (close: () => void) => ReactNode;
}

const belowButton =
  "m-auto max-h-[70dvh] supports-[position-anchor:--x]:m-0 supports-[position-anchor:--x]:my-1.5 supports-[position-anchor:--x]:[position-try-fallbacks:flip-block,flip-inline]";

/** On a small screen over the bar at the foot of the form; the player and that bar stay free. */
const besideAnchor = [
  "mx-auto max-lg:top-auto max-lg:mb-0 max-lg:max-h-[45dvh]",
  "max-lg:bottom-[calc(7.75rem+env(safe-area-inset-bottom)+var(--player-height))]",
  "lg:top-2 lg:bottom-[calc(var(--player-height)+0.5rem)] lg:my-auto lg:max-h-[min(40rem,calc(100dvh-var(--player-height)-1rem))]",
  "lg:supports-[position-anchor:--x]:mx-2 lg:supports-[position-anchor:--x]:my-0 lg:supports-[position-anchor:--x]:[position-area:right_span-all]",
].join(" ");

/**
 * A button with a small panel: the browser's popover, which closes on Escape and on a press elsewhere and comes next in
 * the order of Tab. Placed by CSS anchors; where a browser has none, it stands in the middle of the page.
 */
export function Popover({
  trigger,
  label,
  align = "start",
  beside,
  panelClassName,
  children,
  ...buttonProps
}: PopoverProps) {
  const id = useId();
  const anchorName = `--${id.replaceAll(/[^a-z0-9]/gi, "")}`;
  const [open, setOpen] = useState(false);
  const close = () => document.getElementById(id)?.hidePopover();
  useBackClosesOnTouch(open, close);
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
        style={{ positionAnchor: beside ?? anchorName } as CSSProperties}
        className={classNames(
          "min-w-48 overflow-y-auto rounded-md border-0 bg-raised p-2 text-text shadow-float",
          beside === undefined ? belowButton : besideAnchor,
          beside !== undefined
            ? ""
            : align === "start"
              ? "supports-[position-anchor:--x]:[position-area:bottom_span-right]"
              : "supports-[position-anchor:--x]:[position-area:bottom_span-left]",
          panelClassName,
        )}
      >
        {open ? children(close) : null}
      </div>
    </>
  );
}

interface IconPopoverProps extends Omit<
  PopoverProps,
  "trigger" | "variant" | "size" | "aria-label" | "align"
> {
  /** The picture on the button; `label` names button and panel. */
  icon: PopoverProps["trigger"];
}

/** A button that shows a picture only, at the end of a bar, and opens a small panel; the words come as a tooltip. */
export function IconPopover({ icon, label, ...props }: IconPopoverProps) {
  return (
    <Popover
      {...props}
      trigger={icon}
      label={label}
      aria-label={label}
      data-tooltip={label}
      variant="ghost"
      size="icon-small"
      align="end"
    />
  );
}
