"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState, useSyncExternalStore } from "react";
import { ApiError, apiFetch } from "@/components/queries/api-fetch";
import { readNoticeState, switchNotices, watchNoticeState } from "@/components/shell/browser-notices";
import { Select } from "@/components/ui/select";
import { Switch } from "@/components/ui/switch";
import { noticeMinimums } from "@/lib/notices/notice-minimums";
import type { NoticePreferences } from "@/lib/notices/notice-preferences";
import { SettingsPart } from "./settings-section";
import { ProblemNotice } from "./use-action";

/** Whether this browser notifies, and what of. */
export function NotificationSettings({ preferences }: { preferences: NoticePreferences }) {
  return (
    <>
      <BrowserNotices />
      <Preferences initial={preferences} />
    </>
  );
}

function BrowserNotices() {
  const t = useTranslations("settings.notifications.browser");
  const state = useSyncExternalStore(watchNoticeState, readNoticeState, () => null);
  const isPossible = state === "on" || state === "off";
  return (
    <SettingsPart title={t("title")} lead={t("lead")}>
      <label className="flex items-center gap-4 text-sm">
        <span className="min-w-0 flex-1">{t("label")}</span>
        <Switch
          checked={state === "on"}
          disabled={!isPossible}
          aria-describedby="notification-state"
          onCheckedChange={(chosen) => void switchNotices(chosen)}
        />
      </label>
      <p id="notification-state" role="status" className="mt-2 max-w-prose text-sm text-text-3">
        {state === null ? null : t(`states.${state}`)}
      </p>
    </SettingsPart>
  );
}

function Preferences({ initial }: { initial: NoticePreferences }) {
  const t = useTranslations("settings.notifications.preferences");
  const [shown, setShown] = useState(initial);
  const [saved, setSaved] = useState(initial);
  const { mutate, error } = useMutation({
    mutationFn: (changes: Partial<NoticePreferences>) =>
      apiFetch<NoticePreferences>("/api/v1/notifications/preferences", { method: "PATCH", body: changes }),
    onSuccess: setSaved,
    onError: () => setShown(saved),
  });
  if (error && !(error instanceof ApiError)) throw error;
  const change = (changes: Partial<NoticePreferences>) => {
    setShown({ ...shown, ...changes });
    mutate(changes);
  };
  return (
    <SettingsPart title={t("title")} lead={t("lead")}>
      <div className="grid gap-4 text-sm">
        {error ? <ProblemNotice problem={error} /> : null}
        {(["succeeded", "failed"] as const).map((name) => (
          <label key={name} className="flex items-center gap-4">
            <span className="min-w-0 flex-1">{t(`of.${name}`)}</span>
            <Switch checked={shown[name]} onCheckedChange={(chosen) => change({ [name]: chosen })} />
          </label>
        ))}
        <label className="flex items-center gap-4">
          <span className="min-w-0 flex-1">{t("minimum.label")}</span>
          <Select
            className="w-44"
            value={String(shown.minimumSeconds)}
            options={noticeMinimums.map((seconds) => ({
              value: String(seconds),
              label: t("minimum.choice", { seconds }),
            }))}
            onChange={({ currentTarget }) => {
              const chosen = noticeMinimums.find((seconds) => String(seconds) === currentTarget.value);
              if (chosen !== undefined) change({ minimumSeconds: chosen });
            }}
          />
        </label>
      </div>
    </SettingsPart>
  );
}
