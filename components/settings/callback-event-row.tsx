"use client";

import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { StateDot, type StateTone } from "@/components/ui/state-dot";
import type { CallbackEventDto } from "@/lib/callbacks/callback-status-dto";
import { SettingsRow } from "./settings-section";

/** One thing that came: what, when, of which generation, and the service's own numbers. */
export function CallbackEventRow({
  event,
  pending,
  onReplay,
}: {
  event: CallbackEventDto;
  /** It is being taken in again. */
  pending: boolean;
  onReplay: () => void;
}) {
  const t = useTranslations("callbacks.events");
  const format = useFormatter();
  const when = format.dateTime(new Date(event.receivedAt), "dateTimeWithSeconds");
  const numbers = [
    ...(event.taskId ? [t("task", { id: event.taskId })] : []),
    ...(event.fileId ? [t("file", { id: event.fileId })] : []),
    // 0 is the service's word for "nothing wrong".
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
    >
      <StateDot tone={toneOf(event)} className="text-sm! text-text!">
        <EventWords event={event} />
      </StateDot>
      <div className="mt-0.5 text-2xs text-text-3">
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
      </div>
      {numbers.length > 0 ? (
        <ul role="list" className="mt-0.5 flex flex-wrap gap-x-3 font-mono text-2xs text-text-3">
          {numbers.map((number) => (
            <li key={number} className="break-all">
              {number}
            </li>
          ))}
        </ul>
      ) : null}
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
