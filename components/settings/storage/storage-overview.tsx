import { useTranslations } from "next-intl";
import { useUnits } from "@/lib/i18n/units";
import type { StorageUsage } from "@/lib/media/storage-dto";
import type { AssetKind } from "@/lib/media/stored-asset";

/** The hue of a kind is that of a generator; texts and archives have none. */
const hues: Readonly<Record<AssetKind, string>> = {
  image: "bg-(--image)",
  audio: "bg-(--music)",
  video: "bg-(--video)",
  text: "bg-text-3",
  archive: "bg-line-strong",
};

/** What a person's files take in all, as a bar and by kind, largest first. */
export function StorageOverview({ usage: { total, kinds } }: { usage: StorageUsage }) {
  const t = useTranslations("settings.storage");
  const units = useUnits();
  if (total.files === 0) return <p className="text-sm text-text-3">{t("none")}</p>;
  const largest = kinds.toSorted((left, right) => right.bytes - left.bytes);
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="text-2xl font-semibold tracking-tight">{units.bytes(total.bytes)}</span>
        <span className="text-sm text-text-2">{t("fileCount", { count: total.files })}</span>
      </p>
      <div aria-hidden className="mt-3 flex h-2 gap-px overflow-hidden rounded-full bg-raised">
        {largest.map(({ kind, bytes }) => (
          <div
            key={kind}
            className={`min-w-0.5 ${hues[kind]}`}
            style={{ width: `${(100 * bytes) / total.bytes}%` }}
          />
        ))}
      </div>
      <table className="mt-4 w-full text-sm [&_td]:py-2 [&_td]:text-right [&_th]:py-2 [&_th]:font-normal">
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
        <tbody className="divide-y border-t">
          {largest.map(({ kind, files, bytes }) => (
            <tr key={kind}>
              <th scope="row" className="text-left">
                <span aria-hidden className={`mr-2.5 inline-block size-2 rounded-full ${hues[kind]}`} />
                {t(`kinds.${kind}`)}
              </th>
              <td>{units.count(files)}</td>
              <td>{units.bytes(bytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
