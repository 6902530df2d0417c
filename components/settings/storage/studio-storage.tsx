import { useFormatter, useTranslations } from "next-intl";
import { useUnits } from "@/lib/i18n/units";
import { SettingsPart, SettingsRow, SettingsRows } from "../settings-section";

interface ShownStorage {
  files: number;
  bytes: number;
  people: readonly { userId: string; name: string; files: number; bytes: number }[];
  place: { kind: "folder" | "bucket"; name: string };
  disk: { freeBytes: number; reserveBytes: number; neededBytes: number };
  sweep: { at: string; bytes: number; derivedBytes: number; orphans: number; missing: number } | null;
}

/** The studio's storage for its owner: by member, size, location, free space, and what the daily check found. */
export function StudioStorage({ storage }: { storage: ShownStorage }) {
  const t = useTranslations("settings.storage");
  const format = useFormatter();
  const units = useUnits();
  const { place, disk, sweep, people } = storage;
  const facts: [string, string][] = [
    [t("files"), units.count(storage.files)],
    [t("size"), units.bytes(storage.bytes)],
    ...(sweep
      ? ([
          [t("onDisk"), units.bytes(sweep.bytes)],
          [t("previews"), units.bytes(sweep.derivedBytes)],
        ] as [string, string][])
      : []),
    [t(place.kind === "folder" ? "place" : "bucket"), place.name],
    [t("free"), units.bytes(disk.freeBytes)],
    [t("reserve"), units.bytes(disk.reserveBytes)],
    ...(disk.neededBytes > 0 ? [[t("needed"), units.bytes(disk.neededBytes)] as [string, string]] : []),
    ...(sweep
      ? ([
          [t("checked"), format.dateTime(new Date(sweep.at), "dateTime")],
          [t("orphans"), units.count(sweep.orphans)],
          [t("missing"), units.count(sweep.missing)],
        ] as [string, string][])
      : []),
  ];
  return (
    <SettingsPart title={t("studio")} lead={t("allPeople")}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-text-2">{name}</dt>
            <dd className="text-right break-all">{value}</dd>
          </div>
        ))}
      </dl>
      {people.length > 1 ? (
        <div className="mt-6">
          <h4 className="mb-3 text-sm font-medium">{t("byMember")}</h4>
          <SettingsRows label={t("byMember")}>
            {people.map(({ userId, name, files, bytes }) => (
              <SettingsRow
                key={userId}
                actions={<span className="text-sm">{units.bytes(bytes)}</span>}
                facts={t("fileCount", { count: files })}
              >
                {name}
              </SettingsRow>
            ))}
          </SettingsRows>
        </div>
      ) : null}
    </SettingsPart>
  );
}
