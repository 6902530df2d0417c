"use client";

import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { apiFetch } from "@/components/queries/api-fetch";
import { generationQueries } from "@/components/queries/generation-queries";
import { liveGenerations } from "@/components/queries/live-generations";
import { useErrorToast } from "@/components/queries/use-error-toast";
import { Button } from "@/components/ui/button";
import type { BatchDto, BatchList } from "@/lib/batches/batch-dto";

/** Generations change in bursts; they are counted once after each. */
const countDelayMs = 500;

const waitingBatches = queryOptions({
  queryKey: [...generationQueries.all, "batches"] as const,
  queryFn: ({ signal }) => apiFetch<BatchList>("/api/v1/batches", { signal }),
});

/** How much of a generator's batches waits in the queue, with a button that cancels it. Needs the messages `batches`. */
export function BatchBar({ generator }: { generator: string }) {
  const t = useTranslations("batches.bar");
  const client = useQueryClient();
  const showError = useErrorToast();
  const { data } = useQuery(waitingBatches);
  const cancel = useMutation({
    mutationFn: (batches: readonly BatchDto[]) =>
      Promise.all(
        batches.map(({ id }) => apiFetch<BatchDto>(`/api/v1/batches/${id}/cancellation`, { method: "POST" })),
      ),
    onError: showError,
    onSettled: () => client.invalidateQueries({ queryKey: generationQueries.all }),
  });

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = liveGenerations.subscribe(({ batchId }) => {
      if (batchId === undefined) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        void client.invalidateQueries({ queryKey: waitingBatches.queryKey });
      }, countDelayMs);
    });
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [client]);

  const batches = (data?.batches ?? []).filter((batch) => batch.generator === generator);
  const sum = (count: (batch: BatchDto) => number) =>
    batches.reduce((total, batch) => total + count(batch), 0);
  const queued = sum(({ states }) => states.queued);
  if (queued === 0) return null;
  const held = sum((batch) => batch.held);
  const total = sum((batch) => batch.total);
  return (
    <section
      aria-label={t("label")}
      className="mb-5 flex items-center gap-3 rounded-md border border-l-2 border-line border-l-hue px-3.5 py-2 text-sm"
    >
      <p className="min-w-0 flex-1 text-text-2 tabular-nums">
        <strong className="font-medium text-text">{t("queued", { queued })}</strong>{" "}
        <span className="text-text-3">{t("left", { left: total - queued, total })}</span>
        {held > 0 ? <span className="block text-warning">{t("held", { held })}</span> : null}
      </p>
      <Button
        size="small"
        variant="outline"
        pending={cancel.isPending}
        onClick={() => cancel.mutate(batches)}
      >
        {t("cancel")}
      </Button>
    </section>
  );
}
