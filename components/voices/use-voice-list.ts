"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { apiFetch } from "@/components/queries/api-fetch";
import { callActionOrThrow } from "@/components/queries/call-action";
import { useStudioActions } from "@/components/queries/studio-actions";
import { useErrorToast } from "@/components/queries/use-generation-mutations";
import { voiceAddress, voiceQueries } from "@/components/queries/voice-queries";
import type { VoiceListDto } from "@/lib/voices/voice-dto";

/** Marks and unmarks voices; on screen at once, taken back when the studio refuses. */
export function useFavouriteVoices(): (voiceId: string, marked: boolean) => void {
  const client = useQueryClient();
  const showError = useErrorToast();

  function show(voiceId: string, marked: boolean) {
    client.setQueriesData<VoiceListDto>({ queryKey: voiceQueries.all }, (list) => {
      if (!list) return list;
      const others = list.favourites.filter((id) => id !== voiceId);
      return { ...list, favourites: marked ? [...others, voiceId] : others };
    });
  }

  const { mutate } = useMutation({
    mutationFn: ({ voiceId, marked }: { voiceId: string; marked: boolean }) =>
      apiFetch<void>(voiceAddress(voiceId, "favourite"), { method: marked ? "PUT" : "DELETE" }),
    // A list that is on its way would bring the mark as it was before.
    onMutate: async ({ voiceId, marked }) => {
      await client.cancelQueries({ queryKey: voiceQueries.all });
      show(voiceId, marked);
    },
    onError: (error, { voiceId, marked }) => {
      show(voiceId, !marked);
      showError(error);
    },
  });
  return (voiceId, marked) => mutate({ voiceId, marked });
}

/** Asks the service for its voices now; the list that is shown stays until the new one is there. */
export function useRefreshVoices(model: string) {
  const client = useQueryClient();
  const { refreshVoices } = useStudioActions();
  const showError = useErrorToast();
  return useMutation({
    mutationFn: () => callActionOrThrow(() => refreshVoices(model)),
    onSuccess: (list) => client.setQueryData(voiceQueries.list(model).queryKey, list),
    onError: showError,
  });
}
