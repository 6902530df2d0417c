"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { FetchedPart } from "@/components/ui/fetched-part";
import type { CodeInput } from "@/lib/auth/account-input";
import type { AppKey, SecondFactorSummary } from "@/lib/auth/second-factor";
import type { ActionResult } from "@/lib/http/action-result";
import { SettingsPart } from "../settings-section";
import { ProblemNotice, useAction } from "../use-action";

export interface SecondFactorActions {
  start: () => Promise<ActionResult<AppKey>>;
  enable: (input: CodeInput) => Promise<ActionResult<string[]>>;
  renew: (input: CodeInput) => Promise<ActionResult<string[]>>;
  disable: (input: CodeInput) => Promise<ActionResult<null>>;
}

const loadSetUp = () => import("./set-up-dialog");
const loadCodeDialog = () => import("./code-dialog");

/** Sets up the person's second factor, renews its recovery codes and turns it off. */
export function SecondFactorPart({
  factor,
  actions,
}: {
  factor: SecondFactorSummary | null;
  actions: SecondFactorActions;
}) {
  const t = useTranslations("settings.account.secondFactor");
  const format = useFormatter();
  const router = useRouter();
  const [appKey, setAppKey] = useState<AppKey | null>(null);
  const [asking, setAsking] = useState<"renew" | "disable" | null>(null);
  const { run, pending, problem } = useAction(actions.start);
  const end = () => {
    setAppKey(null);
    setAsking(null);
    router.refresh();
  };

  return (
    <SettingsPart title={t("title")} lead={t("lead")}>
      <div className="grid gap-4">
        {factor ? (
          <p className="text-sm">
            {t("on", { since: format.dateTime(factor.enabledAt, "date"), left: factor.recoveryCodesLeft })}
          </p>
        ) : null}
        <ProblemNotice problem={problem} />
        <div className="flex flex-wrap gap-2">
          {factor ? (
            <>
              <Button onClick={() => setAsking("renew")}>{t("renew")}</Button>
              <Button onClick={() => setAsking("disable")}>{t("turnOff")}</Button>
            </>
          ) : (
            <Button
              pending={pending}
              onClick={() => void run().then((started) => started && setAppKey(started.value))}
            >
              {t("setUp")}
            </Button>
          )}
        </div>
      </div>
      {appKey ? (
        <FetchedPart
          load={loadSetUp}
          props={{ appKey, enable: actions.enable, onEnd: end }}
          onFailed={() => setAppKey(null)}
        />
      ) : null}
      {asking ? (
        <FetchedPart
          load={loadCodeDialog}
          props={{ purpose: asking, renew: actions.renew, disable: actions.disable, onEnd: end }}
          onFailed={() => setAsking(null)}
        />
      ) : null}
    </SettingsPart>
  );
}
