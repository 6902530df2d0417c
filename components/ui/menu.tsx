"use client";

import { lazy, Suspense, useRef, useState, type ReactNode } from "react";
import { Button, type ButtonProps } from "./button";
import { useBackClosesOnTouch } from "./use-back-closes";

const MenuContent = lazy(() => import("./menu-content"));

/** One line of a menu. */
export type MenuItem =
  | {
      kind?: "action";
      label: string;
      icon?: ReactNode;
      /** Keys that do the same, as printed. */
      keys?: string;
      disabled?: boolean;
      destructive?: boolean;
      /** Opens a window: selected only once the menu has given focus back, to where the window will give it back. */
      opensDialog?: boolean;
      onSelect: () => void;
    }
  | { kind: "link"; label: string; icon?: ReactNode; href: string; download?: boolean; external?: boolean }
  | {
      kind: "choice";
      label: string;
      value: string;
      options: readonly { value: string; label: string }[];
      onValueChange: (value: string) => void;
    }
  | { kind: "separator" }
  | { kind: "heading"; label: string };

export interface MenuProps extends Omit<ButtonProps, "onClick" | "ref"> {
  items: readonly MenuItem[];
  /** Names the button where it shows no words, and the menu. */
  label: string;
  /** What is chosen now, where the button shows it: read with the label. */
  value?: string;
  side?: "top" | "bottom";
  align?: "start" | "end";
  children: ReactNode;
}

/**
 * A button that opens a menu. The menu itself (Radix) is fetched when the button is first pointed at or focused, so
 * that a page with a menu on every row does not carry it.
 */
export function Menu({
  items,
  label,
  value,
  side = "bottom",
  align = "end",
  children,
  ...buttonProps
}: MenuProps) {
  const buttonRef = useRef<HTMLButtonElement>(null);
  const [wanted, setWanted] = useState(false);
  const [open, setOpen] = useState(false);
  const [container, setContainer] = useState<HTMLElement | null>(null);
  useBackClosesOnTouch(open, () => setOpen(false));
  const want = () => {
    setWanted(true);
    // Inside its landmark, or what may lie above everything that is outside it: a dialog, or a player in full screen.
    const places = "[data-menu-place], dialog, main, nav, aside, header, footer";
    setContainer(buttonRef.current?.closest<HTMLElement>(places) ?? null);
  };

  return (
    <span className="relative inline-flex">
      <Button
        {...buttonProps}
        ref={buttonRef}
        aria-label={value === undefined ? label : `${label}: ${value}`}
        aria-haspopup="menu"
        aria-expanded={open}
        onPointerEnter={want}
        onFocus={want}
        onClick={() => {
          want();
          setOpen((before) => !before);
        }}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
          event.preventDefault();
          want();
          setOpen(true);
        }}
      >
        {children}
      </Button>
      {wanted ? (
        <Suspense fallback={null}>
          <MenuContent
            items={items}
            label={label}
            open={open}
            onOpenChange={setOpen}
            buttonRef={buttonRef}
            container={container}
            side={side}
            align={align}
          />
        </Suspense>
      ) : null}
    </span>
  );
}
