"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ApiError } from "@/components/queries/api-fetch";
import { callbackQueries, checkCallbackAddress } from "@/components/queries/callback-queries";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { CallbackCheck } from "@/lib/callbacks/callback-status-dto";
import { useUnits } from "@/lib/i18n/units";
import { ProblemNotice } from "./problem-notice";
import { SettingsPart } from "./settings-section";

/** Has the studio call itself through the address that the service is told, and says what is in the way. */
export function CallbackCheckPart({ address }: { address: string | null }) {
  const t = useTranslations("callbacks.check");
  const client = useQueryClient();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: checkCallbackAddress,
    // Where it came through, it stands among the events.
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

/** What an HTTP status of something in between says about it. */
function nameStatus(httpStatus = 0): RefusalKind {
  if (httpStatus >= 300 && httpStatus < 400) return "redirect";
  if ([401, 403, 407].includes(httpStatus)) return "forbidden";
  if (httpStatus === 404) return "notFound";
  return httpStatus >= 500 ? "fault" : "other";
}
