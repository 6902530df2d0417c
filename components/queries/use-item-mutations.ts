"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ItemDto } from "@/lib/items/item-dto";
import { apiFetch } from "./api-fetch";
import { applyItems } from "./item-queries";
import { useErrorToast } from "./use-error-toast";

/** What a person changes of one item. */
interface ItemChange {
  id: string;
  favourite?: boolean;
  rating?: number;
  trashed?: boolean;
}

/** Changes an item, and every list with the studio's response. */
export function useItemMutation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: ItemChange) =>
      apiFetch<ItemDto>(`/api/v1/items/${encodeURIComponent(id)}`, { method: "PATCH", body }),
    onSuccess: (item) => applyItems(client, { items: [item], gone: [] }),
    onError: useErrorToast(),
  });
}
