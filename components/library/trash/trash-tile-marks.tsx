"use client";

import { useTranslations } from "next-intl";
import { countDaysLeft, useTrash } from "@/components/queries/trash-queries";
import { readServerTime } from "@/components/queries/server-clock";
import { classNames } from "@/components/ui/class-names";
import type { ItemDto } from "@/lib/items/item-dto";
import RestoreButton from "../restore-button";

/** How long an item is still in the trash; null if it stays, and until the browser knows. */
export function useDaysLeft({ deletedAt }: ItemDto): string | null {
  const t = useTranslations("library.trashBar");
  const trash = useTrash();
  const days = trash && deletedAt ? countDaysLeft(deletedAt, trash, readServerTime()) : null;
  return days === null ? null : t("daysLeft", { days });
}

/** On an item in the trash: how long it is still there, and a button that restores it. Lazily loaded. */
export default function TrashTileMarks({ item }: { item: ItemDto }) {
  const left = useDaysLeft(item);
  return (
    <>
      <RestoreButton id={item.id} className="absolute! top-2 right-2 bg-panel/90 text-text" />
      {left === null ? null : (
        <span
          className={classNames(
            "pointer-events-none absolute bottom-2 rounded-sm px-1.5 py-0.5 text-2xs",
            // A picture is behind it, or words that leave this corner free.
            item.kind === "audio" ? "right-2 bg-raised text-text-2" : "left-2 bg-black/62 text-white",
          )}
        >
          {left}
        </span>
      )}
    </>
  );
}
