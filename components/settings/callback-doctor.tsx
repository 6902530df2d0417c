"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { callbackQueries } from "@/components/queries/callback-queries";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { CallbackStatus } from "@/lib/callbacks/callback-status-dto";
import { CallbackCheckPart } from "./callback-check";
import { CallbackEvents } from "./callback-events";
import { CallbackReach } from "./callback-reach";
import { CallbackSwitch } from "./callback-switch";
import { areCallbacksUnneeded } from "./callbacks-unneeded";

/** How often the page looks whether something came. */
const refreshIntervalMs = 4_000;

/** Whether the service finds the way to this studio, what came by it, and how to mend it. */
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
      {areCallbacksUnneeded(status) ? null : <CallbackCheckPart address={status.address} />}
      <CallbackSwitch enabled={status.enabled} isOwner={isOwner} />
      <CallbackEvents events={status.events} isTold={status.reason === "told"} />
    </>
  );
}
