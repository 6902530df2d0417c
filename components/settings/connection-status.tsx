import { useFormatter, useTranslations } from "next-intl";
import { Notice } from "@/components/ui/notice";
import { StateDot, type StateTone } from "@/components/ui/state-dot";
import type { ConnectionSummary } from "@/lib/connections/connection-summary";

/** Shows the current connection, its last test and what prevents its use. */
export function ConnectionStatus({ connection }: { connection: ConnectionSummary | null }) {
  const t = useTranslations("settings.connection");
  const format = useFormatter();
  if (!connection) {
    return (
      <Notice tone="warning" title={t("source.none")}>
        {t("noneAction")}
      </Notice>
    );
  }
  if (connection.problem === "unreadable")
    return <Notice title={t("unreadable")}>{t("unreadableAction")}</Notice>;
  if (connection.problem === "missing")
    return <Notice title={t("notRunning")}>{t("notRunningAction")}</Notice>;
  const source = connection.sandbox ? "sandbox" : connection.source;
  const health = readConnectionHealth(connection);
  const when = connection.testedAt ? format.dateTime(new Date(connection.testedAt), "dateTime") : "";
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
      <StateDot tone={connection.sandbox ? "waiting" : healthTones[health]}>{t(`source.${source}`)}</StateDot>
      {connection.baseUrl ? (
        <span className="font-mono text-2xs break-all text-text-3">{connection.baseUrl}</span>
      ) : null}
      {connection.sandbox ? null : (
        <span className="text-2xs text-text-2">{t(`health.${health}`, { when })}</span>
      )}
    </p>
  );
}

/** The result of the last test, or that there was none. */
type ConnectionHealth = "answered" | "busy" | "failed" | "untested";

/** Returns the last known state of a connection. Only a successful test makes it good. */
export function readConnectionHealth({
  testedAt,
  testResult,
}: Pick<ConnectionSummary, "testedAt" | "testResult">): ConnectionHealth {
  if (!testResult || !testedAt) return "untested";
  if (testResult.outcome === "ok") return "answered";
  return testResult.outcome === "rate-limited" ? "busy" : "failed";
}

export const healthTones: Readonly<Record<ConnectionHealth, StateTone>> = {
  answered: "good",
  busy: "warning",
  failed: "danger",
  untested: "neutral",
};
