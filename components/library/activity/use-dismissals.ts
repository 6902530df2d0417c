"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { apiFetch } from "@/components/queries/api-fetch";
import { applyGeneration } from "@/components/queries/generation-cache";
import { generationQueries } from "@/components/queries/generation-queries";
import { useErrorToast } from "@/components/queries/use-error-toast";
import { showToast } from "@/components/ui/toast";
import type { Dismissal } from "@/lib/generations/read/dismissal-dto";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";

/** Dismisses what ended without success, one by one or all of a span; a toast takes it back. */
export function useDismissals() {
  const client = useQueryClient();
  const t = useTranslations("activity");
  const onError = useErrorToast();
  const reload = () => void client.invalidateQueries({ queryKey: generationQueries.all });

  const change = useMutation({
    mutationFn: ({ id, dismissed }: { id: string; dismissed: boolean; onDone?: () => void }) =>
      apiFetch<GenerationDto>(`/api/v1/generations/${encodeURIComponent(id)}/dismissal`, {
        method: dismissed ? "PUT" : "DELETE",
      }),
    onSuccess(generation, { id, dismissed, onDone }) {
      onDone?.();
      applyGeneration(client, generation);
      if (dismissed) offerUndo(1, () => change.mutate({ id, dismissed: false }));
    },
    onError,
  });
  const undoAll = useMutation({
    mutationFn: (dismissedAt: string) =>
      apiFetch("/api/v1/generations/dismissals", { method: "DELETE", query: { dismissedAt } }),
    onSuccess: reload,
    onError,
  });
  const dismissAll = useMutation({
    mutationFn: (span: { from?: string; until?: string }) =>
      apiFetch<Dismissal>("/api/v1/generations/dismissals", { method: "POST", body: span }),
    onSuccess({ dismissed, dismissedAt }) {
      reload();
      offerUndo(dismissed, () => undoAll.mutate(dismissedAt));
    },
    onError,
  });

  function offerUndo(count: number, onSelect: () => void): void {
    showToast({
      tone: "plain",
      title: t("dismissed", { count }),
      ...(count > 0 ? { action: { label: t("undo"), onSelect } } : {}),
    });
  }

  return { change, dismissAll };
}
