"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { showToast } from "@/components/ui/toast";
import type { ItemDto } from "@/lib/items/item-dto";
import { ApiError, apiFetch } from "./api-fetch";
import { applyItem } from "./generation-cache";
import { generationQueries } from "./generation-queries";
import { applyItems } from "./item-queries";
import {
  changeItem,
  itemChangeKey,
  toOutputItem,
  withPendingChanges,
  type ChangedItem,
} from "./output-items";
import { useErrorToast } from "./use-error-toast";

/**
 * Changes one item of a generation that is shown: at once, and as it was before if the studio refuses. What was moved to the trash can be taken
 * back in a toast.
 */
export function useItemChange() {
  const client = useQueryClient();
  const t = useTranslations("takes");
  const showError = useErrorToast();
  const mutation = useMutation({
    mutationKey: itemChangeKey,
    // In sequence, so that the last of several presses wins.
    scope: { id: "items" },
    mutationFn: ({ item, change }: ChangedItem) =>
      apiFetch<ItemDto>(`/api/v1/items/${encodeURIComponent(item.id)}`, { method: "PATCH", body: change }),
    onMutate: ({ generationId, item, change }) =>
      applyItem(client, { generationId, item: changeItem(item, change, new Date()) }),
    onSuccess(answer, { generationId, change }) {
      const item = withPendingChanges(client, toOutputItem(answer));
      applyItem(client, { generationId, item });
      applyItems(client, { items: [answer], gone: [] });
      if (!change.trashed) return;
      showToast({
        tone: "plain",
        title: t("trashed", { count: 1 }),
        action: {
          label: t("undo"),
          onSelect: () => mutation.mutate({ generationId, item, change: { trashed: false } }),
        },
      });
    },
    onError(error, { generationId, item }) {
      applyItem(client, { generationId, item });
      showError(error);
      // It has changed or is gone: the shown one is outdated.
      if (error instanceof ApiError && error.status > 0) {
        void client.invalidateQueries({ queryKey: generationQueries.detail(generationId).queryKey });
      }
    },
  });
  return mutation;
}
