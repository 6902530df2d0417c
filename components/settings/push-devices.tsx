"use client";

import { useMutation } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useSyncExternalStore, useTransition } from "react";
import { ApiError } from "@/components/queries/api-fetch";
import { watchNoticeState } from "@/components/shell/browser-notices";
import { readPushState, startPush, stopPush } from "@/components/shell/browser-push";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Switch } from "@/components/ui/switch";
import type { PushSubscriptionDto } from "@/lib/notices/push-dto";
import { SettingsRow, SettingsRows } from "./settings-section";
import { ProblemNotice } from "./use-action";

type Device = Omit<PushSubscriptionDto, "userAgent"> & { browser: string | null; system: string | null };

export interface PushDevicesProps {
  /** Null where no public https address is set. */
  publicKey: string | null;
  devices: readonly Device[];
}

/** Which browsers are told by Web Push, and whether this one is. */
export default function PushDevices({ publicKey, devices }: PushDevicesProps) {
  const t = useTranslations("settings.notifications");
  const format = useFormatter();
  const router = useRouter();
  const browserState = useSyncExternalStore(watchNoticeState, readPushState);
  const current = devices.find((device) => device.current);
  const [isRefreshing, refresh] = useTransition();
  const change = useMutation({
    mutationFn: (device: Device | "this") =>
      device === "this" ? startPush(publicKey ?? "") : stopPush(device),
    onSuccess: () => refresh(() => router.refresh()),
  });
  const { error, isPending, variables } = change;
  // A push service that can't be reached rejects with a fault of the browser.
  if (error && !(error instanceof ApiError) && !(error instanceof DOMException)) throw error;
  const isBusy = isPending || isRefreshing;
  const state =
    publicKey === null ? "address" : browserState === "possible" ? (current ? "on" : "off") : browserState;
  // Shows what was chosen until the page has it.
  const isOn =
    isBusy && (variables === "this" || variables?.current) ? variables === "this" : current !== undefined;
  const choose = (chosen: boolean) => {
    if (isBusy) return;
    if (chosen) change.mutate("this");
    else if (current) change.mutate(current);
  };
  const names = ({ browser, system }: Device) => ({
    browser: browser ?? t("push.unknownBrowser"),
    system: system ?? t("push.unknownSystem"),
  });
  return (
    <>
      {error instanceof ApiError ? (
        <div className="mb-4">
          <ProblemNotice problem={error} />
        </div>
      ) : null}
      <label className="flex items-center gap-4 text-sm">
        <span className="min-w-0 flex-1">{t("push.label")}</span>
        <Switch
          checked={isOn}
          // Not while it changes: a disabled switch loses focus.
          disabled={current === undefined && state !== "off"}
          aria-describedby="push-state"
          onCheckedChange={choose}
        />
      </label>
      <p id="push-state" role="status" className="mt-2 max-w-prose text-sm text-text-3">
        {error instanceof DOMException
          ? t("push.failed")
          : state === "insecure" || state === "blocked"
            ? t(`browser.states.${state}`)
            : t(`push.states.${state}`)}
      </p>
      {devices.length > 0 ? (
        <div className="mt-6">
          <h4 className="mb-3 text-sm font-medium">{t("push.devices")}</h4>
          <SettingsRows label={t("push.devices")}>
            {devices.map((device) => (
              <SettingsRow
                key={device.id}
                actions={
                  <Button
                    size="small"
                    variant="outline"
                    aria-label={t("push.removeLabel", names(device))}
                    pending={isBusy}
                    onClick={() => change.mutate(device)}
                  >
                    {t("push.remove")}
                  </Button>
                }
                facts={
                  <>
                    {t("push.since", { when: format.dateTime(new Date(device.createdAt), "dateTime") })}
                    {device.failing ? (
                      <>
                        {" · "}
                        <span className="text-warning">{t("push.failing")}</span>
                      </>
                    ) : null}
                  </>
                }
              >
                <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                  {t("push.device", names(device))}
                  {device.current ? <Badge>{t("push.thisBrowser")}</Badge> : null}
                </span>
              </SettingsRow>
            ))}
          </SettingsRows>
        </div>
      ) : null}
    </>
  );
}
