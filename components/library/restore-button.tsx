"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { apiFetch } from "@/components/queries/api-fetch";
import { applyItems } from "@/components/queries/item-queries";
import { useErrorToast } from "@/components/queries/use-error-toast";
import { IconButton } from "@/components/ui/button";
import { useEarlyPress } from "@/components/ui/use-early-press";
import type { ItemDto } from "@/lib/items/item-dto";

/** Restores an item from the trash. Lazily loaded, hence the default export. */
export default function RestoreButton({ id, className }: { id: string; className?: string }) {
  const t = useTranslations("takes.actions");
  const client = useQueryClient();
  const restoring = useMutation({
    mutationFn: () =>
      apiFetch<ItemDto>(`/api/v1/items/${encodeURIComponent(id)}`, {
        method: "PATCH",
        body: { trashed: false },
      }),
    onSuccess: (item) => applyItems(client, { items: [item], gone: [] }),
    onError: useErrorToast(),
  });
  return (
    <IconButton
      {...useEarlyPress(`restore ${id}`)}
      label={t("restore")}
      pending={restoring.isPending}
      onClick={() => restoring.mutate()}
      className={className ?? ""}
    >
      <Undo2 aria-hidden />
    </IconButton>
  );
}
