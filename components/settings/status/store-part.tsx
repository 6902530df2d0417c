import { useTranslations } from "next-intl";
import { useUnits } from "@/lib/i18n/units";
import { SettingsPart } from "../settings-section";
import type { StudioStatus } from "@/lib/status/studio-status";

/** Where results and rows are, and how much room they have. */
export function StorePart({ store, database }: Pick<StudioStatus, "store" | "database">) {
  const t = useTranslations("status.store");
  const units = useUnits();
  const { place, bucket } = store;
  const facts: [string, string][] = [
    [place.kind === "folder" ? t("folder") : t("bucket"), place.name],
    ...(bucket === null ? [] : [[t("answers"), t("bucketState", { state: bucket })] as [string, string]]),
    [t("files"), units.count(store.files)],
    [t("size"), units.bytes(store.bytes)],
    [t("free"), units.bytes(store.disk.freeBytes)],
    [t("database"), t("postgres", { version: database.version, size: units.bytes(database.bytes) })],
    [t("connections"), t("ofMax", { used: database.connections, max: database.maxConnections })],
  ];
  return (
    <SettingsPart title={t("title")}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-text-2">{name}</dt>
            <dd className="text-right break-all tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </SettingsPart>
  );
}
