"use client";

import { useTranslations } from "next-intl";
import { countDaysLeft, useTrash } from "@/components/queries/trash-queries";
import { readServerTime } from "@/components/queries/server-clock";
import { classNames } from "@/components/ui/class-names";
import type { ItemDto } from "@/lib/items/item-dto";
import RestoreButton from "../restore-button";

/** On an item in the trash: how long it is still there, and a button that restores it. Lazily loaded. */
export default function TrashTileMarks({ item }: { item: ItemDto }) {
  const t = useTranslations("library.trashBar");
  const trash = useTrash();
  const days = trash && item.deletedAt ? countDaysLeft(item.deletedAt, trash, readServerTime()) : null;
  return (
    <>
      <RestoreButton id={item.id} className="absolute! top-2 right-2 bg-panel/90 text-text" />
      {days === null ? null : (
        <span
          className={classNames(
            "pointer-events-none absolute bottom-2 rounded-sm px-1.5 py-0.5 text-2xs",
            // A picture is behind it, or words that leave this corner free.
            item.kind === "audio" ? "right-2 bg-raised text-text-2" : "left-2 bg-black/62 text-white",
          )}
        >
          {t("daysLeft", { days })}
        </span>
      )}
    </>
  );
}
