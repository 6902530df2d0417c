"use client";

import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { Menu, type MenuItem } from "@/components/ui/menu";

/** An option of a filter. */
export interface FilterOption {
  label: string;
  isChosen: boolean;
  onChoose: () => void;
}

/** A button that shows the value of a filter and opens a menu with all of them. */
export function FilterMenu({
  label,
  icon,
  value,
  isSet,
  options,
  more = [],
  align = "start",
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
}) {
  return (
    <Menu
      label={label}
      value={value}
      variant="outline"
      align={align}
      className={isSet ? "border-line-strong text-text" : ""}
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
      {value}
    </Menu>
  );
}
