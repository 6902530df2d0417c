"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { showToast } from "@/components/ui/toast";
import { countResults } from "@/lib/generations/read/count-results";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { ApiError, apiFetch } from "./api-fetch";
import { callActionOrThrow } from "./call-action";
import { applyGeneration, previewGeneration } from "./generation-cache";
import { generationQueries } from "./generation-queries";
import { useStudioActions } from "./studio-actions";
import { useErrorToast } from "./use-error-toast";

const addressOf = (id: string) => `/api/v1/generations/${encodeURIComponent(id)}`;

/**
 * The actions on an existing generation. Each updates every list with the studio's response, without waiting for the event
 * stream.
 */
export function useGenerationMutations() {
  const client = useQueryClient();
  const t = useTranslations("takes");
  const showError = useErrorToast();
  const { askAboutTask } = useStudioActions();
  const apply = (generation: GenerationDto) => applyGeneration(client, generation);

  /** The generation has changed its state; the shown one is outdated. */
  function onError(error: unknown, { id }: { id: string }) {
    showError(error);
    if (error instanceof ApiError && error.status > 0) refresh(id);
  }

  function refresh(id: string) {
    void client.invalidateQueries({ queryKey: generationQueries.detail(id).queryKey });
  }

  const restore = useMutation({
    mutationFn: ({ id }: { id: string }) =>
      apiFetch<GenerationDto>(`${addressOf(id)}/restore`, { method: "POST" }),
    onSuccess: apply,
    onError,
  });
  const trash = useMutation({
    mutationFn: ({ id }: { id: string }) => apiFetch<GenerationDto>(addressOf(id), { method: "DELETE" }),
    onSuccess: (generation) => {
      apply(generation);
      showToast({
        tone: "plain",
        title: t("trashed", { count: countResults(generation) }),
        action: { label: t("undo"), onSelect: () => restore.mutate({ id: generation.id }) },
      });
    },
    onError,
  });
  const cancel = useMutation({
    mutationFn: ({ id }: { id: string }) =>
      apiFetch<GenerationDto>(`${addressOf(id)}/cancel`, { method: "POST" }),
    onSuccess: apply,
    onError,
  });
  const retry = useMutation({
    mutationFn: ({
      id,
      ...body
    }: {
      id: string;
      /** The person accepts that it may be billed twice; needed after `unknown`. */
      mayCostAgain: boolean;
      /** One for each press. */
      idempotencyKey: string;
    }) => apiFetch<GenerationDto>(`${addressOf(id)}/retry`, { method: "POST", body }),
    onSuccess: apply,
    // The caller shows the error.
    onError: (_error, { id }) => refresh(id),
  });
  const check = useMutation({
    mutationFn: ({ id, fileId }: { id: string; fileId?: string }) =>
      callActionOrThrow(() => askAboutTask(id, fileId)),
    onSuccess: ({ answer, generation }) => {
      apply(generation);
      if (answer === "running") showToast({ tone: "plain", title: t("pending.stillRunning") });
    },
    onError,
  });
  const favour = useMutation({
    mutationFn: ({ id, favourite }: { id: string; favourite: boolean }) =>
      apiFetch<GenerationDto>(`${addressOf(id)}/favourite`, { method: favourite ? "PUT" : "DELETE" }),
    onSuccess: apply,
    onError,
  });
  const rename = useMutation({
    // In sequence, so that the last request wins.
    scope: { id: "rename" },
    mutationFn: ({ generation: { id }, title }: { generation: GenerationDto; title: string | null }) =>
      apiFetch<GenerationDto>(
        `${addressOf(id)}/title`,
        title === null ? { method: "DELETE" } : { method: "PUT", body: { title } },
      ),
    onMutate: ({ generation, title }) => previewGeneration(client, generation, { title }),
    onSuccess: apply,
    onError(error, { generation }) {
      previewGeneration(client, generation, { title: generation.title });
      onError(error, generation);
    },
  });
  return { trash, restore, cancel, retry, check, favour, rename };
}
