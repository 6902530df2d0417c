import { Link } from "@/components/ui/link";
import { useFormatter, useTranslations } from "next-intl";
import { useUnits } from "@/lib/i18n/units";
import type { ItemPage } from "@/lib/items/item-dto";
import { SettingsPart, SettingsRow, SettingsRows } from "../settings-section";
import { FilePreview } from "./file-preview";

/** A page of the items that take most room, each with a link to its page. */
export function LargestItems({ page, isFirst }: { page: ItemPage; isFirst: boolean }) {
  const t = useTranslations("settings.storage");
  const format = useFormatter();
  const units = useUnits();
  if (page.items.length === 0 && isFirst) return null;
  const moreOf = (cursor: string) => `/settings/storage?${new URLSearchParams({ cursor })}#largest`;
  return (
    <div id="largest" className="scroll-mt-4">
      <SettingsPart title={t("largest")} lead={t("largestLead")}>
        <SettingsRows label={t("largest")} empty={t("none")}>
          {page.items.map((item) => (
            <SettingsRow
              key={item.id}
              actions={<span className="text-sm">{units.bytes(item.bytes)}</span>}
              facts={format.dateTime(new Date(item.createdAt), "date")}
              preview={<FilePreview assetId={item.assetId} kind={item.kind} />}
            >
              <Link
                href={`/library/${item.generationId}`}
                className="line-clamp-1 wrap-anywhere hover:underline"
              >
                {item.name}
              </Link>
            </SettingsRow>
          ))}
        </SettingsRows>
        <p className="mt-4 flex gap-x-5 text-sm empty:hidden">
          {isFirst ? null : (
            <Link href="/settings/storage#largest" className="underline">
              {t("fromLargest")}
            </Link>
          )}
          {page.nextCursor ? (
            <Link href={moreOf(page.nextCursor)} className="underline">
              {t("smaller")}
            </Link>
          ) : null}
        </p>
      </SettingsPart>
    </div>
  );
}
