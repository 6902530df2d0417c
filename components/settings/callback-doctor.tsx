"use client";

import { useQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ApiError } from "@/components/queries/api-fetch";
import {
  callbackQueries,
  checkCallbackAddress,
  switchCallbacks,
} from "@/components/queries/callback-queries";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { Switch } from "@/components/ui/switch";
import type { CallbackStatus, CallbackCheck } from "@/lib/callbacks/callback-status-dto";
import { useUnits } from "@/lib/i18n/units";
import { CallbackEvents } from "./callback-events";
import { CallbackReach, areCallbacksOptional } from "./callback-reach";
import { ProblemNotice } from "./use-action";
import { SettingsPart } from "./settings-section";

/** How often the page checks for new callbacks. */
const refreshIntervalMs = 4_000;

/** Shows whether the service can reach this studio, what it has sent, and how to fix problems. */
export function CallbackDoctor({ initial, isOwner }: { initial: CallbackStatus; isOwner: boolean }) {
  const t = useTranslations("callbacks");
  const {
    data: status,
    isError,
    refetch,
  } = useQuery({
    ...callbackQueries.status(),
    initialData: initial,
    refetchInterval: refreshIntervalMs,
  });
  return (
    <>
      {isError ? (
        <Notice
          tone="warning"
          announce
          title={t("notRefreshed")}
          className="mb-6"
          actions={
            <Button variant="outline" size="small" onClick={() => void refetch()}>
              {t("refresh")}
            </Button>
          }
        >
          {t("notRefreshedAction")}
        </Notice>
      ) : null}
      <CallbackReach status={status} />
      {areCallbacksOptional(status) ? null : <CallbackCheckPart address={status.address} />}
      <CallbackSwitch enabled={status.enabled} isOwner={isOwner} />
      <CallbackEvents events={status.events} hasAddress={status.reason === "told"} />
    </>
  );
}

/** Has the studio call itself through its public address, and shows what is in the way. */
function CallbackCheckPart({ address }: { address: string | null }) {
  const t = useTranslations("callbacks.check");
  const client = useQueryClient();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: checkCallbackAddress,
    // A successful check is one of the events.
    onSettled: () => client.invalidateQueries({ queryKey: callbackQueries.status().queryKey }),
  });
  if (error && !(error instanceof ApiError)) throw error;
  return (
    <SettingsPart
      title={t("title")}
      lead={t("lead")}
      actions={
        address === null ? null : (
          <Button variant="outline" size="small" pending={isPending} onClick={() => mutate()}>
            {t(isPending ? "asking" : "checkNow")}
          </Button>
        )
      }
    >
      {address === null ? <p className="text-sm text-text-3">{t("noAddress")}</p> : null}
      {error ? <ProblemNotice problem={error} /> : null}
      {data && !isPending ? <CheckOutcome check={data} /> : null}
    </SettingsPart>
  );
}

function CheckOutcome({ check }: { check: CallbackCheck }) {
  const t = useTranslations("callbacks.check");
  const units = useUnits();
  const { result, durationMs, httpStatus, address } = check;
  const tone = result === "reached" ? "neutral" : result === "slow" ? "warning" : "danger";
  const took =
    durationMs < 1000 ? t("milliseconds", { count: durationMs }) : units.elapsed(durationMs / 1000);
  const title = t(`outcome.${result}`, { status: String(httpStatus ?? "") });
  return (
    <Notice tone={tone} announce title={title} code={address}>
      {result === "refused" ? t(`refused.${nameStatus(httpStatus)}`) : t(`action.${result}`)}{" "}
      {t("took", { duration: took })}
    </Notice>
  );
}

type RefusalKind = "redirect" | "forbidden" | "notFound" | "fault" | "other";

/** Explains the HTTP status of a proxy or gateway. */
function nameStatus(httpStatus = 0): RefusalKind {
  if (httpStatus >= 300 && httpStatus < 400) return "redirect";
  if ([401, 403, 407].includes(httpStatus)) return "forbidden";
  if (httpStatus === 404) return "notFound";
  return httpStatus >= 500 ? "fault" : "other";
}

/** Whether callbacks are used at all. Everybody sees it, the owner can change it. */
function CallbackSwitch({ enabled, isOwner }: { enabled: boolean; isOwner: boolean }) {
  const t = useTranslations("callbacks.switch");
  const client = useQueryClient();
  // Shown from the press on: the mutation reports its start later, and the switch would jump back.
  const [wanted, setWanted] = useState<boolean | null>(null);
  const { mutate, error, isPending } = useMutation({
    mutationFn: switchCallbacks,
    onSuccess: (status) => client.setQueryData(callbackQueries.status().queryKey, status),
    onSettled: () => setWanted(null),
  });
  if (error && !(error instanceof ApiError)) throw error;
  return (
    <SettingsPart title={t("title")} lead={t("lead")}>
      {error ? <ProblemNotice problem={error} /> : null}
      {isOwner ? (
        <label className="flex items-center gap-4 text-sm">
          <span className="min-w-0 flex-1">{t("label")}</span>
          <Switch
            checked={wanted ?? enabled}
            aria-busy={isPending || undefined}
            onCheckedChange={(chosen) => {
              setWanted(chosen);
              mutate(chosen);
            }}
          />
        </label>
      ) : (
        <p className="text-sm text-text-2">{t(enabled ? "isOn" : "isOff")}</p>
      )}
    </SettingsPart>
  );
}
