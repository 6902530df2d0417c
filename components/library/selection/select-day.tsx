"use client";

import { useTranslations } from "next-intl";
import { use } from "react";
import { Button } from "@/components/ui/button";
import { toggleAll, type SelectedItem } from "./selection";
import { SelectionContext } from "./selection-store";

/** Selects the items of a day, or deselects them if all of them are selected. */
export function SelectDay({ listDay }: { listDay: () => readonly SelectedItem[] }) {
  const t = useTranslations("library.select");
  const store = use(SelectionContext);
  if (!store) return null;
  return (
    <Button
      variant="ghost"
      size="small"
      className="-my-1.5 ml-auto h-7! text-2xs! opacity-0 group-data-selecting/select:opacity-100 focus-visible:opacity-100 [[data-row]:hover_&]:opacity-100 [@media(hover:none)]:group-not-data-selecting/select:pointer-events-none"
      onClick={() => store.change((before) => toggleAll(before, listDay()))}
    >
      {t("day")}
    </Button>
  );
}
