import { useTranslations } from "next-intl";
import { useUnits } from "@/lib/i18n/units";
import type { AssetKind } from "@/lib/media/stored-asset";
import { SettingsPart } from "./settings-section";

interface ShownUsage {
  kind: AssetKind;
  files: number;
  bytes: number;
}

/** The person's storage by kind. */
export function StorageTable({ usage }: { usage: readonly ShownUsage[] }) {
  const t = useTranslations("settings.storage");
  const units = useUnits();
  if (usage.length === 0) return <p className="text-sm text-text-3">{t("none")}</p>;
  const total = {
    files: usage.reduce((sum, { files }) => sum + files, 0),
    bytes: usage.reduce((sum, { bytes }) => sum + bytes, 0),
  };
  return (
    <table className="w-full text-sm [&_td]:py-2 [&_td]:text-right [&_th]:py-2 [&_th]:font-normal">
      <caption className="sr-only">{t("yours")}</caption>
      <thead className="text-2xs text-text-3">
        <tr>
          <th scope="col" className="text-left">
            {t("kind")}
          </th>
          <th scope="col" className="text-right">
            {t("files")}
          </th>
          <th scope="col" className="text-right">
            {t("size")}
          </th>
        </tr>
      </thead>
      <tbody className="divide-y border-y">
        {usage.map(({ kind, files, bytes }) => (
          <tr key={kind}>
            <th scope="row" className="text-left">
              {t(`kinds.${kind}`)}
            </th>
            <td>{units.count(files)}</td>
            <td>{units.bytes(bytes)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot className="font-medium">
        <tr>
          <th scope="row" className="text-left">
            {t("total")}
          </th>
          <td>{units.count(total.files)}</td>
          <td>{units.bytes(total.bytes)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

/** The studio's storage for its owner: size, location and free space. */
export function StudioStorageFacts({
  storage,
}: {
  storage: {
    files: number;
    bytes: number;
    place: { kind: "folder" | "bucket"; name: string };
    disk: { freeBytes: number; reserveBytes: number; neededBytes: number };
  };
}) {
  const t = useTranslations("settings.storage");
  const units = useUnits();
  const facts: [string, string][] = [
    [t("files"), units.count(storage.files)],
    [t("size"), units.bytes(storage.bytes)],
    [t(storage.place.kind === "folder" ? "place" : "bucket"), storage.place.name],
    [t("free"), units.bytes(storage.disk.freeBytes)],
    [t("reserve"), units.bytes(storage.disk.reserveBytes)],
    ...(storage.disk.neededBytes > 0
      ? [[t("needed"), units.bytes(storage.disk.neededBytes)] as [string, string]]
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
    </SettingsPart>
  );
}
