"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { callActionOrThrow } from "@/components/queries/call-action";
import { useStudioActions } from "@/components/queries/studio-actions";
import { useErrorToast } from "@/components/queries/use-generation-mutations";
import { voiceQueries } from "@/components/queries/voice-queries";

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
