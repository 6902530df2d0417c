"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { apiFetch } from "@/components/queries/api-fetch";
import { callActionOrThrow } from "@/components/queries/call-action";
import { useStudioActions } from "@/components/queries/studio-actions";
import { useErrorToast } from "@/components/queries/use-generation-mutations";
import { voiceAddress, voiceQueries } from "@/components/queries/voice-queries";
import type { VoiceListDto } from "@/lib/voices/voice-dto";

/** Marks and unmarks favourite voices: visible immediately, reverted when the studio refuses. */
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
    // A running fetch would restore the previous state.
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

/** Refreshes the voices from the service; the current list stays until the new one arrives. */
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
