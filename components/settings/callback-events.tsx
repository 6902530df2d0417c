"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ApiError } from "@/components/queries/api-fetch";
import { callbackQueries, replayCallback } from "@/components/queries/callback-queries";
import { applyGeneration } from "@/components/queries/generation-queries";
import type { CallbackEventDto } from "@/lib/callbacks/callback-status-dto";
import { CallbackEventRow } from "./callback-event-row";
import { CallbackReplayOutcome } from "./callback-replay-outcome";
import { ProblemNotice } from "./problem-notice";
import { SettingsPart, SettingsRows } from "./settings-section";

/** What came to the person's callback addresses, the newest first; any update of a task can be taken in again. */
export function CallbackEvents({
  events,
  isTold,
}: {
  events: readonly CallbackEventDto[];
  /** Whether the service knows where to push. */
  isTold: boolean;
}) {
  const t = useTranslations("callbacks.events");
  const client = useQueryClient();
  const replay = useMutation({
    mutationFn: replayCallback,
    onSuccess: ({ generation }) => applyGeneration(client, generation),
    onSettled: () => client.invalidateQueries({ queryKey: callbackQueries.status().queryKey }),
  });
  const { error, data, isPending, variables } = replay;
  if (error && !(error instanceof ApiError)) throw error;
  return (
    <SettingsPart title={t("title")} lead={t("lead")}>
      {error ? <ProblemNotice problem={error} /> : null}
      {data && !isPending ? <CallbackReplayOutcome key={replay.submittedAt} replay={data} /> : null}
      {events.length === 0 ? (
        <p className="max-w-prose text-sm text-text-3">
          {t("none")} {t(isTold ? "noneTold" : "noneNotTold")}
        </p>
      ) : (
        <SettingsRows label={t("title")}>
          {events.map((event) => (
            <CallbackEventRow
              key={event.id}
              event={event}
              pending={isPending && variables === event.id}
              onReplay={() => replay.mutate(event.id)}
            />
          ))}
        </SettingsRows>
      )}
    </SettingsPart>
  );
}
