import { useTranslations } from "next-intl";
import { Notice } from "@/components/ui/notice";
import { StateDot } from "@/components/ui/state-dot";
import { useUnits } from "@/lib/i18n/units";
import type { StudioStatus } from "@/lib/status/studio-status";

/** Of all connections: from here on, one more machine may find none. */
const fewLeft = 0.1;

/** What needs the owner, with what to do, or that nothing does. */
export function StatusNotices({ status }: { status: StudioStatus }) {
  const t = useTranslations("status.notices");
  const units = useUnits();
  const { workers, store, database } = status;
  const lost = workers.filter(({ isAlive }) => !isAlive).length;
  const isAnyAlive = workers.some(({ isAlive }) => isAlive);
  const { neededBytes } = store.disk;
  const { connections: used, maxConnections: max } = database;
  const isCrowded = max - used < max * fewLeft;
  const isWell =
    isAnyAlive && lost === 0 && (store.bucket ?? "ready") === "ready" && neededBytes === 0 && !isCrowded;
  if (isWell) {
    return (
      <StateDot tone="good" className="text-sm!">
        {t("allWell")}
      </StateDot>
    );
  }
  return (
    <div className="grid gap-3">
      {isAnyAlive ? null : <Notice title={t("noWorker")}>{t("noWorkerAction")}</Notice>}
      {isAnyAlive && lost > 0 ? (
        <Notice tone="warning" title={t("lostWorker", { count: lost })}>
          {t("lostWorkerAction")}
        </Notice>
      ) : null}
      {store.bucket === "silent" ? (
        <Notice title={t("bucketSilent")}>{t("bucketSilentAction")}</Notice>
      ) : null}
      {store.bucket === "refuses" ? (
        <Notice title={t("bucketRefuses")}>{t("bucketRefusesAction")}</Notice>
      ) : null}
      {neededBytes > 0 ? (
        <Notice title={t("diskFull")}>{t("diskFullAction", { size: units.bytes(neededBytes) })}</Notice>
      ) : null}
      {isCrowded ? (
        <Notice tone="warning" title={t("connectionsUsed", { used, max })}>
          {t("connectionsUsedAction")}
        </Notice>
      ) : null}
    </div>
  );
}
