"use client";

import { useMutation } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useSyncExternalStore } from "react";
import { ApiError } from "@/components/queries/api-fetch";
import { canPush, startPush, stopPush } from "@/components/shell/browser-push";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Switch } from "@/components/ui/switch";
import type { PushSubscriptionDto } from "@/lib/notices/push-dto";
import { SettingsPart, SettingsRow, SettingsRows } from "./settings-section";
import { ProblemNotice } from "./use-action";

type Device = Omit<PushSubscriptionDto, "userAgent"> & { browser: string | null; system: string | null };

interface PushDevicesProps {
  /** Null where no public https address is set. */
  publicKey: string | null;
  devices: readonly Device[];
}

const watchNothing = () => () => undefined;

/** Which browsers are told by Web Push, and whether this one is. */
export function PushDevices({ publicKey, devices }: PushDevicesProps) {
  const t = useTranslations("settings.notifications.push");
  const format = useFormatter();
  const router = useRouter();
  const isPossible = useSyncExternalStore(watchNothing, canPush, () => false);
  const current = devices.find((device) => device.current);
  const change = useMutation({
    mutationFn: (step: () => Promise<unknown>) => step(),
    onSuccess: () => router.refresh(),
  });
  const { error } = change;
  // A push service that can't be reached rejects with a fault of the browser.
  if (error && !(error instanceof ApiError) && !(error instanceof DOMException)) throw error;
  const state = publicKey === null ? "address" : isPossible ? (current ? "on" : "off") : "unsupported";
  const names = ({ browser, system }: Device) => ({
    browser: browser ?? t("unknownBrowser"),
    system: system ?? t("unknownSystem"),
  });
  return (
    <SettingsPart title={t("title")} lead={t("lead")}>
      <ProblemNotice problem={error instanceof ApiError ? error : null} />
      <label className="flex items-center gap-4 text-sm">
        <span className="min-w-0 flex-1">{t("label")}</span>
        <Switch
          checked={current !== undefined}
          disabled={change.isPending || (current === undefined && state !== "off")}
          aria-describedby="push-state"
          onCheckedChange={(chosen) => {
            if (chosen && publicKey !== null) change.mutate(() => startPush(publicKey));
            if (!chosen && current) change.mutate(() => stopPush(current));
          }}
        />
      </label>
      <p id="push-state" role="status" className="mt-2 mb-4 max-w-prose text-sm text-text-3">
        {error instanceof DOMException ? t("failed") : t(`states.${state}`)}
      </p>
      <SettingsRows label={t("devices")} empty={t("none")}>
        {devices.map((device) => (
          <SettingsRow
            key={device.id}
            actions={
              <>
                {device.current ? <Badge>{t("thisBrowser")}</Badge> : null}
                <Button
                  size="small"
                  variant="outline"
                  aria-label={t("removeLabel", names(device))}
                  pending={change.isPending}
                  onClick={() => change.mutate(() => stopPush(device))}
                >
                  {t("remove")}
                </Button>
              </>
            }
            facts={[
              t("since", { when: format.dateTime(new Date(device.createdAt), "dateTime") }),
              ...(device.failing ? [t("failing")] : []),
            ].join(" · ")}
          >
            {t("device", names(device))}
          </SettingsRow>
        ))}
      </SettingsRows>
    </SettingsPart>
  );
}
