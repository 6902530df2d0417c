"use client";

import { useTranslations } from "next-intl";
import { Notice } from "@/components/ui/notice";
import type { ConnectionTestResult } from "@/lib/connections/connection-test-result";

/** What a test of the connection found and what to do about it, with the facts for the service's support. */
export function ConnectionOutcome({
  result,
  when,
  announce,
}: {
  result: ConnectionTestResult;
  /** When it was, where that was not just now. */
  when?: string | undefined;
  announce: boolean;
}) {
  const t = useTranslations("settings.connection");
  const { outcome, latencyMs, mayBeWrongRegion } = result;
  const tone = outcome === "ok" ? "neutral" : outcome === "rate-limited" ? "warning" : "danger";
  const facts = [
    result.address,
    ...(result.serviceCode ? [String(result.serviceCode)] : []),
    ...(result.httpStatus && result.httpStatus !== 200
      ? [t("facts.http", { status: String(result.httpStatus) })]
      : []),
    ...(result.traceId ? [t("facts.trace", { id: result.traceId })] : []),
  ];
  return (
    <Notice
      tone={tone}
      announce={announce}
      title={t(`outcome.${outcome}`)}
      code={facts.join(t("facts.separator"))}
    >
      {outcome === "ok" ? t("outcome.okAction", { latency: latencyMs }) : t(`outcome.${outcome}Action`)}
      {mayBeWrongRegion ? <> {t("outcome.wrongRegion")}</> : null}
      {when ? <> {t("lastTest", { when })}</> : null}
    </Notice>
  );
}
