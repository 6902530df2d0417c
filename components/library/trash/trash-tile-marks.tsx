"use client";

import { useTranslations } from "next-intl";
import { countDaysLeft, useTrash } from "@/components/queries/trash-queries";
import { readServerTime } from "@/components/queries/server-clock";
import { classNames } from "@/components/ui/class-names";
import type { ItemDto } from "@/lib/items/item-dto";
import RestoreButton from "../restore-button";

/** On an item in the trash: how long it is still there, and a button that restores it. Lazily loaded. */
export default function TrashTileMarks({
  item,
  inLine = false,
}: {
  item: ItemDto;
  /** In the line of a list, not over a picture. */
  inLine?: boolean;
}) {
  const t = useTranslations("library.trashBar");
  const trash = useTrash();
  const days = trash && item.deletedAt ? countDaysLeft(item.deletedAt, trash, readServerTime()) : null;
  if (inLine) {
    return (
      <>
        {days === null ? null : (
          <span className="shrink-0 text-2xs text-text-3">{t("daysLeft", { days })}</span>
        )}
        <RestoreButton id={item.id} className="relative -mr-1" />
      </>
    );
  }
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
