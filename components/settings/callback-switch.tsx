"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ApiError } from "@/components/queries/api-fetch";
import { callbackQueries, switchCallbacks } from "@/components/queries/callback-queries";
import { Switch } from "@/components/ui/switch";
import { ProblemNotice } from "./problem-notice";
import { SettingsPart } from "./settings-section";

/** Whether the service is told an address at all: everybody sees it, the owner changes it. */
export function CallbackSwitch({ enabled, isOwner }: { enabled: boolean; isOwner: boolean }) {
  const t = useTranslations("callbacks.switch");
  const client = useQueryClient();
  // Shown from the press on: a mutation tells that it is under way a moment later, and the switch would jump back.
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
