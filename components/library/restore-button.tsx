"use client";

import { Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useItemMutation } from "@/components/queries/use-item-mutations";
import { IconButton } from "@/components/ui/button";
import { useEarlyPress } from "@/components/ui/use-early-press";

/** Restores an item from the trash. Lazily loaded, hence the default export. */
export default function RestoreButton({ id, className }: { id: string; className?: string }) {
  const t = useTranslations("takes.actions");
  const change = useItemMutation();
  return (
    <IconButton
      {...useEarlyPress(`restore ${id}`)}
      label={t("restore")}
      pending={change.isPending}
      onClick={() => change.mutate({ id, trashed: false })}
      className={className ?? ""}
    >
      <Undo2 aria-hidden />
    </IconButton>
  );
}
