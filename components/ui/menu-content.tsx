"use client";

import { Check } from "lucide-react";
import { Link } from "@/components/ui/link";
import { DropdownMenu } from "radix-ui";
import { use, useRef, type ReactNode, type RefObject } from "react";
import { classNames } from "./class-names";
import { OpenMenuContext } from "./open-menu";

/** A row of a menu. */
export type MenuItem =
  | {
      kind?: "action";
      label: string;
      icon?: ReactNode;
      /** Equivalent shortcut as shown, such as `?`. */
      keys?: string;
      disabled?: boolean;
      destructive?: boolean;
      /** Opens a dialog: selected after the menu has returned focus, so that the dialog can return it to the same place. */
      opensDialog?: boolean;
      onSelect: () => void;
    }
  | { kind: "link"; label: string; icon?: ReactNode; href: string; download?: boolean }
  | {
      kind: "choice";
      label: string;
      value: string;
      options: readonly { value: string; label: string }[];
      onValueChange: (value: string) => void;
    }
  | { kind: "separator" }
  | { kind: "heading"; label: string };

const itemClass = classNames(
  "flex h-8 cursor-default items-center gap-2.5 rounded-sm px-2 text-sm outline-none select-none",
  "data-highlighted:bg-hover data-disabled:opacity-45 [&_svg]:size-4 [&_svg]:shrink-0",
);
const quietItemClass = classNames(itemClass, "text-text-2 data-highlighted:text-text");
const destructiveItemClass = classNames(itemClass, "text-danger");

/** The open part of `Menu`. Loaded on demand, hence the default export. */
export default function MenuContent({ items }: { items: readonly MenuItem[] }) {
  const menu = use(OpenMenuContext);
  const afterCloseRef = useRef<() => void>(undefined);
  if (!menu) return null;
  const { label, open, onOpenChange, buttonRef, container, side, align } = menu;
  return (
    <DropdownMenu.Root open={open} onOpenChange={onOpenChange} modal={false}>
      {/* Only the anchor of the menu; the visible button opens it. */}
      <DropdownMenu.Trigger asChild>
        <span
          aria-hidden
          tabIndex={-1}
          className="pointer-events-none absolute inset-0"
          aria-haspopup={undefined}
        />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={container}>
        <DropdownMenu.Content
          aria-labelledby={undefined}
          aria-label={label}
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          onInteractOutside={(event) => {
            // The visible button closes the menu itself; closing it here as well would reopen it.
            if (buttonRef.current?.contains(event.target as Node)) event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // Late on a slow device: whoever has gone on to another button stays there.
            const { activeElement } = document;
            if (!activeElement || activeElement === document.body) buttonRef.current?.focus();
            afterCloseRef.current?.();
            afterCloseRef.current = undefined;
          }}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) max-w-[min(24rem,calc(100vw-1rem))] min-w-44 overflow-y-auto rounded-md bg-raised p-1 shadow-float"
        >
          {items.map((item, index) => (
            <MenuLine key={index} item={item} afterCloseRef={afterCloseRef} />
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function MenuLine({
  item,
  afterCloseRef,
}: {
  item: MenuItem;
  /** Runs once the menu has closed. */
  afterCloseRef: RefObject<(() => void) | undefined>;
}) {
  switch (item.kind) {
    case "separator":
      return <DropdownMenu.Separator className="mx-1 my-1 h-px bg-line" />;
    case "heading":
      return (
        <DropdownMenu.Label className="px-2 pt-2 pb-1 text-2xs text-text-3">{item.label}</DropdownMenu.Label>
      );
    case "link":
      return (
        <DropdownMenu.Item asChild>
          {item.download ? (
            <a href={item.href} download="" className={quietItemClass}>
              {item.icon}
              {item.label}
            </a>
          ) : (
            // Client-side navigation, so that playback continues.
            <Link href={item.href} className={quietItemClass}>
              {item.icon}
              {item.label}
            </Link>
          )}
        </DropdownMenu.Item>
      );
    case "choice":
      return (
        <DropdownMenu.RadioGroup
          aria-label={item.label}
          value={item.value}
          onValueChange={item.onValueChange}
        >
          <DropdownMenu.Label className="px-2 pt-2 pb-1 text-2xs text-text-3">
            {item.label}
          </DropdownMenu.Label>
          {item.options.map((option) => (
            <DropdownMenu.RadioItem
              key={option.value}
              value={option.value}
              className={quietItemClass}
              // The menu stays open, so that options can be compared.
              onSelect={(event) => event.preventDefault()}
            >
              {option.label}
              <DropdownMenu.ItemIndicator className="ml-auto pl-4">
                <Check aria-hidden />
              </DropdownMenu.ItemIndicator>
            </DropdownMenu.RadioItem>
          ))}
        </DropdownMenu.RadioGroup>
      );
    default:
      return (
        <DropdownMenu.Item
          className={item.destructive ? destructiveItemClass : quietItemClass}
          {...(item.disabled ? { disabled: true } : {})}
          onSelect={() => {
            if (item.opensDialog) afterCloseRef.current = item.onSelect;
            else item.onSelect();
          }}
        >
          {item.icon}
          <span className="min-w-0 truncate">{item.label}</span>
          {item.keys ? <span className="ml-auto pl-6 text-2xs text-text-3">{item.keys}</span> : null}
        </DropdownMenu.Item>
      );
  }
}
