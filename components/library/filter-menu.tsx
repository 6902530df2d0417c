"use client";

import { Check, X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { LibraryView } from "@/components/takes/library-filter";
import { Button } from "@/components/ui/button";
import { Menu, type MenuItem } from "@/components/ui/menu";

/** What a filter of the library reads and changes. */
export interface FilterProps {
  view: LibraryView;
  onShow: (changes: Partial<LibraryView>) => void;
}

/** An option of a filter. */
export interface FilterOption {
  label: string;
  isChosen: boolean;
  onChoose: () => void;
}

/** A button that shows the value of a filter and opens a menu with all of them. A set filter has a second one that removes it. */
export function FilterMenu({
  label,
  icon,
  value,
  isSet,
  options,
  more = [],
  align = "start",
  onRemove,
}: {
  label: string;
  icon: ReactNode;
  /** The shown value. */
  value: string;
  isSet: boolean;
  /** Headings are texts. */
  options: readonly (FilterOption | string)[];
  more?: readonly MenuItem[];
  align?: "start" | "end";
  onRemove?: () => void;
}) {
  const t = useTranslations("library.filters");
  const isRemovable = isSet && onRemove !== undefined;
  return (
    <span className="inline-flex shrink-0">
      <Menu
        label={label}
        value={value}
        variant="outline"
        align={align}
        className={
          isRemovable
            ? "rounded-r-none border-r-0 border-line-strong pr-1.5 text-text"
            : isSet
              ? "border-line-strong text-text"
              : ""
        }
        items={[
          ...options.map((option): MenuItem =>
            typeof option === "string"
              ? { kind: "heading", label: option }
              : {
                  label: option.label,
                  icon: <Check aria-hidden className={option.isChosen ? "" : "invisible"} />,
                  onSelect: option.onChoose,
                },
          ),
          ...more,
        ]}
      >
        {icon}
        <span className="max-w-48 truncate">{value}</span>
      </Menu>
      {isRemovable ? (
        <Button
          variant="outline"
          className="rounded-l-none border-l-0 border-line-strong px-2"
          aria-label={t("remove", { value })}
          onClick={(event) => {
            // It goes with the filter; the menu's button stays.
            event.currentTarget.parentElement?.querySelector("button")?.focus();
            onRemove();
          }}
        >
          <X aria-hidden />
        </Button>
      ) : null}
    </span>
  );
}
