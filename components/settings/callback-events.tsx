"use client";

import { useMutation, useQueryClient, useQuery } from "@tanstack/react-query";
import { useTranslations, useFormatter } from "next-intl";
import { Link } from "@/components/ui/link";
import { ApiError } from "@/components/queries/api-fetch";
import { callbackQueries, replayCallback } from "@/components/queries/callback-queries";
import { applyGeneration } from "@/components/queries/generation-cache";
import { generationQueries } from "@/components/queries/generation-queries";
import { Button, buttonVariants } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { StateDot, type StateTone } from "@/components/ui/state-dot";
import type { CallbackEventDto, CallbackReplay } from "@/lib/callbacks/callback-status-dto";
import { isTerminal } from "@/lib/generations/record/states";
import { ProblemNotice } from "./use-action";
import { SettingsPart, SettingsRows, SettingsRow } from "./settings-section";

/** Callbacks received at the person's addresses, newest first. An update of a task can be replayed. */
export function CallbackEvents({
  events,
  hasAddress: isTold,
}: {
  events: readonly CallbackEventDto[];
  /** Whether the service has a callback address. */
  hasAddress: boolean;
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
      <SettingsRows label={t("title")} empty={`${t("none")} ${t(isTold ? "noneTold" : "noneNotTold")}`}>
        {events.map((event) => (
          <CallbackEventRow
            key={event.id}
            event={event}
            pending={isPending && variables === event.id}
            onReplay={() => replay.mutate(event.id)}
          />
        ))}
      </SettingsRows>
    </SettingsPart>
  );
}

/** One callback: its kind, time, generation and the service's ids. */
function CallbackEventRow({
  event,
  pending,
  onReplay,
}: {
  event: CallbackEventDto;
  /** It is being replayed. */
  pending: boolean;
  onReplay: () => void;
}) {
  const t = useTranslations("callbacks.events");
  const format = useFormatter();
  const when = format.dateTime(new Date(event.receivedAt), "dateTimeWithSeconds");
  const numbers = [
    ...(event.taskId ? [t("task", { id: event.taskId })] : []),
    ...(event.fileId ? [t("file", { id: event.fileId })] : []),
    // The service's code 0 means success.
    ...(event.serviceCode ? [t("code", { code: String(event.serviceCode) })] : []),
  ];
  return (
    <SettingsRow
      actions={
        event.kind === "update" ? (
          <Button
            variant="outline"
            size="small"
            aria-label={t("replayLabel", { when })}
            pending={pending}
            onClick={onReplay}
          >
            {t("replay")}
          </Button>
        ) : null
      }
      facts={
        <>
          <time dateTime={event.receivedAt} className="tabular-nums">
            {when}
          </time>
          {event.generationId === null ? null : (
            <>
              {" · "}
              <Link
                href={`/library/${event.generationId}`}
                className="text-text-2 underline underline-offset-2"
              >
                {event.generationWords}
              </Link>
              {event.generationState === null ? null : `: ${t(`states.${event.generationState}`)}`}
            </>
          )}
          {numbers.length > 0 ? (
            <ul role="list" className="mt-0.5 flex flex-wrap gap-x-3 font-mono text-2xs text-text-3">
              {numbers.map((number) => (
                <li key={number} className="break-all">
                  {number}
                </li>
              ))}
            </ul>
          ) : null}
        </>
      }
    >
      <StateDot tone={toneOf(event)} className="text-sm! text-text!">
        <EventWords event={event} />
      </StateDot>
    </SettingsRow>
  );
}

function EventWords({ event: { kind, generationId, state, status = "" } }: { event: CallbackEventDto }) {
  const t = useTranslations("callbacks.events");
  if (kind === "challenge") return t(generationId === null ? "ownChallenge" : "challenge");
  return state ? t(`updates.${state}`) : t("unknownUpdate", { status });
}

function toneOf({ kind, state }: CallbackEventDto): StateTone {
  if (kind === "challenge") return "neutral";
  if (state === "success") return "good";
  if (state === "failed") return "danger";
  return state ? "waiting" : "warning";
}

/** The result of a replay. Follows the generation until it ends. */
function CallbackReplayOutcome({ replay }: { replay: CallbackReplay }) {
  const t = useTranslations("callbacks");
  const { asked, generation } = replay;
  // The event stream keeps it current.
  const { data } = useQuery({
    ...generationQueries.detail(generation.id),
    initialData: generation,
  });
  const state = t(`events.states.${data.state}`);
  const isOver = isTerminal(data.state);
  const kind = asked
    ? isOver
      ? "askedEnded"
      : "asked"
    : isTerminal(generation.state)
      ? "ended"
      : "nothingNew";
  return (
    <Notice
      tone={isOver && data.state !== "succeeded" ? "warning" : "neutral"}
      announce
      className="mb-4"
      title={t(`replay.${kind}`, { state })}
      actions={
        <Link
          href={`/library/${generation.id}`}
          className={buttonVariants({ variant: "outline", size: "small" })}
        >
          {t("replay.open")}
        </Link>
      }
    >
      {t(`replayMeans.${kind}`)}
    </Notice>
  );
}
