"use client";

import { Link } from "@/components/ui/link";
import { useFormatter, useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { Button } from "@/components/ui/button";
import { StateDot, type StateTone } from "@/components/ui/state-dot";
import type { ActionResult } from "@/lib/http/action-result";
import { type DeliveryDto, testEvent } from "@/lib/webhooks/webhook-dto";
import { SettingsPart, SettingsRow, SettingsRows } from "../settings-section";
import { ProblemNotice, useAction } from "../use-action";
import { useAttemptText } from "./use-attempt-text";

const refreshIntervalMs = 2_000;
/** What is sent later is not waited for. */
const soonMs = 15_000;

const tones: Record<DeliveryDto["state"], StateTone> = {
  pending: "waiting",
  delivered: "good",
  failed: "danger",
};

/** What was sent to a webhook, newest first, with every attempt. Refreshes while something is about to be sent. */
export function DeliveryLog({
  deliveries,
  canRedeliver,
  redeliver,
}: {
  deliveries: readonly DeliveryDto[];
  canRedeliver: boolean;
  redeliver: (deliveryId: string) => Promise<ActionResult<null>>;
}) {
  const t = useTranslations("settings.webhooks");
  const router = useRouter();
  const { run, pending, problem } = useAction(redeliver, { announce: () => t("resent") });
  const due = deliveries.flatMap(({ nextAttemptAt }) => (nextAttemptAt ? [Date.parse(nextAttemptAt)] : []));
  const nextAt = due.length > 0 ? Math.min(...due) : null;
  useEffect(() => {
    if (nextAt === null) return;
    const timer = setInterval(() => {
      if (!document.hidden && nextAt - Date.now() < soonMs) router.refresh();
    }, refreshIntervalMs);
    return () => clearInterval(timer);
  }, [nextAt, router]);
  return (
    <SettingsPart title={t("log")} lead={t("logLead")}>
      <ProblemNotice problem={problem} />
      <SettingsRows label={t("log")} empty={t("logEmpty")}>
        {deliveries.map((delivery) => (
          <DeliveryRow
            key={delivery.id}
            delivery={delivery}
            pending={pending}
            onRedeliver={
              canRedeliver && delivery.type !== testEvent ? () => void run(delivery.id) : undefined
            }
          />
        ))}
      </SettingsRows>
    </SettingsPart>
  );
}

function DeliveryRow({
  delivery: { type, at, state, generationId, nextAttemptAt, attempts },
  pending,
  onRedeliver,
}: {
  delivery: DeliveryDto;
  pending: boolean;
  onRedeliver: (() => void) | undefined;
}) {
  const t = useTranslations("settings.webhooks");
  const format = useFormatter();
  const describe = useAttemptText();
  const written = (time: string) => format.dateTime(new Date(time), "dateTimeWithSeconds");
  const when = written(at);
  return (
    <SettingsRow
      actions={
        onRedeliver && (state !== "pending" || attempts.length > 0) ? (
          <Button
            size="small"
            variant="outline"
            pending={pending}
            aria-label={t("resendLabel", { event: t(`events.${type}`), when })}
            onClick={onRedeliver}
          >
            {t("resend")}
          </Button>
        ) : null
      }
      facts={
        <>
          {attempts.length === 0 ? (
            <time dateTime={at} className="tabular-nums">
              {when}
            </time>
          ) : null}
          <ul role="list" className="grid gap-0.5">
            {attempts.map((attempt) => (
              <li key={attempt.at}>
                {written(attempt.at)}
                {" · "}
                {describe(attempt)}
              </li>
            ))}
            {attempts.length === 0 && state === "failed" ? <li>{t("notSent")}</li> : null}
            {nextAttemptAt && attempts.length > 0 ? (
              <li>{t("nextAttempt", { when: written(nextAttemptAt) })}</li>
            ) : null}
          </ul>
        </>
      }
    >
      <StateDot tone={tones[state]} className="text-sm! text-text!">
        {t(`events.${type}`)}
        <span className="sr-only">{t(`deliveryStates.${state}`)}</span>
      </StateDot>
      {generationId ? (
        <Link
          href={`/library/${generationId}`}
          className="ml-2.5 text-2xs text-text-2 underline underline-offset-2"
        >
          {t("open")}
        </Link>
      ) : null}
    </SettingsRow>
  );
}
