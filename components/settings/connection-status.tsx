import { useTranslations } from "next-intl";
import { Notice } from "@/components/ui/notice";
import { StateDot } from "@/components/ui/state-dot";
import type { ConnectionSummary } from "@/lib/connections/connection-summary";

/** Which connection serves the person now, and what stands in its way. */
export function ConnectionStatus({ connection }: { connection: ConnectionSummary | null }) {
  const t = useTranslations("settings.connection");
  if (!connection) {
    return (
      <Notice tone="warning" title={`${t("source.none")}.`}>
        {t("noneAction")}
      </Notice>
    );
  }
  if (connection.problem === "unreadable")
    return <Notice title={t("unreadable")}>{t("unreadableAction")}</Notice>;
  if (connection.problem === "missing")
    return <Notice title={t("notRunning")}>{t("notRunningAction")}</Notice>;
  const source = connection.sandbox ? "sandbox" : connection.source;
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
      <StateDot tone={connection.sandbox ? "waiting" : "good"}>{t(`source.${source}`)}</StateDot>
      {connection.baseUrl ? (
        <span className="font-mono text-2xs break-all text-text-3">{connection.baseUrl}</span>
      ) : null}
    </p>
  );
}
