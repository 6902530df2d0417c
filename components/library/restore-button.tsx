"use client";

import { Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useGenerationMutations } from "@/components/queries/use-generation-mutations";
import { IconButton } from "@/components/ui/button";

/** Takes a generation back out of the trash; loaded with the trash, hence the default export. */
export default function RestoreButton({ id, className }: { id: string; className?: string }) {
  const t = useTranslations("takes.actions");
  const { restore } = useGenerationMutations();
  return (
    <IconButton
      label={t("restore")}
      pending={restore.isPending}
      onClick={() => restore.mutate({ id })}
      className={className ?? ""}
    >
      <Undo2 aria-hidden />
    </IconButton>
  );
}
