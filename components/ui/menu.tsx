"use client";

import { lazy, Suspense, useRef, useState, type ReactNode } from "react";
import { Button, type ButtonProps } from "./button";
import type { MenuItem } from "./menu-content";
import { OpenMenuContext } from "./open-menu";
import { useBackClosesOnTouch } from "./use-back-closes";

const MenuContent = lazy(() => import("./menu-content"));

export type { MenuItem };

interface MenuProps extends Omit<ButtonProps, "onClick" | "ref" | "content"> {
  items?: readonly MenuItem[];
  /** Instead of items: a lazily loaded component that renders `MenuContent`, where much code decides what can be done. */
  content?: ReactNode;
  /** Accessible name of the menu, and of a button without text. */
  label: string;
  /** The current choice that the button shows; added to its accessible name. */
  value?: string;
  side?: "top" | "bottom";
  align?: "start" | "end";
  children: ReactNode;
}

/**
 * A button that opens a menu. The menu itself (Radix) loads when the button is first hovered or focused: a page with a
 * menu in every row does not include its code.
 */
export function Menu({
  items = [],
  content,
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
    // Inside its landmark, or inside a dialog or full-screen player, which cover everything outside them.
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
          <OpenMenuContext value={{ label, open, onOpenChange: setOpen, buttonRef, container, side, align }}>
            {content ?? <MenuContent items={items} />}
          </OpenMenuContext>
        </Suspense>
      ) : null}
    </span>
  );
}
