"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { apiFetch } from "@/components/queries/api-fetch";
import { itemQueries } from "@/components/queries/item-queries";
import { useTrash } from "@/components/queries/trash-queries";
import { useErrorToast } from "@/components/queries/use-error-toast";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/dialog";
import { showToast } from "@/components/ui/toast";
import { useUnits } from "@/lib/i18n/units";
import type { EmptiedTrash } from "@/lib/items/delete-items-dto";

/** Says when items leave the trash, and empties it after a question. Lazily loaded, hence the default export. */
export default function TrashBar() {
  const t = useTranslations("library.trashBar");
  const format = useFormatter();
  const units = useUnits();
  const client = useQueryClient();
  const trash = useTrash();
  const [isAsking, setAsking] = useState(false);
  const emptying = useMutation({
    mutationFn: emptyAll,
    onSuccess: (count) => showToast({ tone: "plain", title: t("emptied", { count }) }),
    onError: useErrorToast(),
    onSettled: () => {
      setAsking(false);
      return client.invalidateQueries({ queryKey: itemQueries.all });
    },
  });
  if (!trash) return null;
  return (
    <div className="flex min-h-7.5 flex-wrap items-center gap-x-4 gap-y-2 text-sm text-text-2">
      <p>{trash.days === null ? t("stay") : t("leave", { days: trash.days })}</p>
      {trash.items + trash.others > 0 ? (
        <Button size="small" variant="outline" className="ml-auto" onClick={() => setAsking(true)}>
          {t("empty")}
        </Button>
      ) : null}
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => emptying.mutate()}
        title={t("question")}
        confirmLabel={t("confirm")}
        cancelLabel={t("cancel")}
        destructive
        pending={emptying.isPending}
      >
        <p>{t("what", { count: trash.items, size: units.bytes(trash.bytes), others: trash.others })}</p>
        {trash.inUse > 0 ? (
          <p className="mt-3 wrap-anywhere">
            {t("inUse", {
              count: trash.inUse,
              names: format.list(
                trash.used.map(({ name }) => name),
                { type: "unit" },
              ),
              more: trash.inUse - trash.used.length,
            })}
          </p>
        ) : null}
      </ConfirmDialog>
    </div>
  );
}

/** Requests until nothing is left, since each deletes some hundred. Returns how many were deleted. */
async function emptyAll(): Promise<number> {
  let total = 0;
  for (;;) {
    const { deleted, remaining } = await apiFetch<EmptiedTrash>("/api/v1/trash/empty", {
      method: "POST",
      body: { includeUsed: true },
    });
    total += deleted;
    if (remaining === 0 || deleted === 0) return total;
  }
}
