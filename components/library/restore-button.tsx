"use client";

import { Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useGenerationMutations } from "@/components/queries/use-generation-mutations";
import { IconButton } from "@/components/ui/button";
import { useEarlyPress } from "@/components/ui/use-early-press";

/** Restores a generation from the trash. Lazily loaded, hence the default export. */
export default function RestoreButton({ id, className }: { id: string; className?: string }) {
  const t = useTranslations("takes.actions");
  const { restore } = useGenerationMutations();
  return (
    <IconButton
      {...useEarlyPress(`restore ${id}`)}
      label={t("restore")}
      pending={restore.isPending}
      onClick={() => restore.mutate({ id })}
      className={className ?? ""}
    >
      <Undo2 aria-hidden />
    </IconButton>
  );
}
