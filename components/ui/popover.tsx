"use client";

import { useId, useState, type CSSProperties, type ReactNode } from "react";
import { Button, type ButtonProps } from "./button";
import { classNames } from "./class-names";
import { useBackClosesOnTouch } from "./use-back-closes";

export interface PopoverProps extends Omit<ButtonProps, "children" | "popover"> {
  /** Content of the button. */
  trigger: ReactNode;
  /** Accessible name of the panel. */
  label: string;
  align?: "start" | "end";
  /**
   * Places the panel beside the element with this CSS anchor name, or at the bottom of a small screen; by default below
   * the button.
   */
  beside?: string | undefined;
  panelClassName?: string;
  /** Content of the panel; mounted while open. `close` closes it. */
  children: (close: () => void) => ReactNode;
}

const belowButton =
  "m-auto max-h-[70dvh] supports-[position-anchor:--x]:m-0 supports-[position-anchor:--x]:my-1.5 supports-[position-anchor:--x]:[position-try-fallbacks:flip-block,flip-inline]";

/** On a small screen, above the submit bar and the player. */
const besideAnchor = [
  "mx-auto max-lg:top-auto max-lg:mb-0 max-lg:max-h-[45dvh]",
  "max-lg:bottom-[calc(7.75rem+env(safe-area-inset-bottom)+var(--player-height))]",
  "lg:top-2 lg:bottom-[calc(var(--player-height)+0.5rem)] lg:my-auto lg:max-h-[min(40rem,calc(100dvh-var(--player-height)-1rem))]",
  "lg:supports-[position-anchor:--x]:mx-2 lg:supports-[position-anchor:--x]:my-0 lg:supports-[position-anchor:--x]:[position-area:right_span-all]",
  // Of an element at the right edge, such as in an inspector, at its left.
  "lg:supports-[position-anchor:--x]:[position-try-fallbacks:flip-inline]",
].join(" ");

/**
 * A button with a small panel: a native popover, which closes on Escape and on a press outside and follows the button
 * in tab order. Placed by CSS anchors; centred in browsers without them.
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
  /** Icon of the button; `label` names button and panel. */
  icon: PopoverProps["trigger"];
}

/** An icon button at the end of a bar that opens a small panel; its label is shown as a tooltip. */
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
