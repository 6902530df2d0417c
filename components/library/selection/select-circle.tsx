"use client";

import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import { classNames } from "@/components/ui/class-names";

/** The circle of an item that selects it; `SelectArea` handles its presses. Space does the same on the item. */
export function SelectCircle({
  name,
  selected,
  inLine = false,
}: {
  name: string;
  selected: boolean;
  /** Before the line of a list, not over a picture. */
  inLine?: boolean;
}) {
  const t = useTranslations("library.select");
  return (
    <button
      type="button"
      data-select=""
      tabIndex={-1}
      aria-pressed={selected}
      aria-label={t("item", { name })}
      className={classNames(
        "absolute left-2 grid size-6 place-items-center rounded-full border-[1.5px]",
        "after:absolute after:-inset-2.5 [&_svg]:size-3.5",
        inLine ? "inset-y-0 my-auto @max-[560px]/results:group-not-data-selecting/select:hidden" : "top-2",
        selected
          ? "border-text bg-text text-ground"
          : "opacity-0 group-data-selecting/select:opacity-100 [[data-row]:hover_&]:opacity-100 [@media(hover:none)]:group-not-data-selecting/select:pointer-events-none [@media(hover:none)]:group-not-data-selecting/select:opacity-0!",
        selected ? "" : inLine ? "border-text-3" : "border-white/85 bg-black/45",
      )}
    >
      {selected ? <Check aria-hidden strokeWidth={3} /> : null}
    </button>
  );
}
