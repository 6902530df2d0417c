import { Link } from "@/components/ui/link";
import { useFormatter, useTranslations } from "next-intl";
import { useUnits } from "@/lib/i18n/units";
import type { TrashContents } from "@/lib/items/delete-items-dto";
import type { StorageUsage } from "@/lib/media/storage-dto";
import { SettingsPart, SettingsRow, SettingsRows } from "../settings-section";

/** Uploads and trash with links to their pages, and what previews take. */
export function StorageLinks({
  usage: { uploads, previews },
  trash,
}: {
  usage: StorageUsage;
  trash: TrashContents;
}) {
  const t = useTranslations("settings.storage");
  const format = useFormatter();
  const units = useUnits();
  const size = (bytes: number) => <span className="text-sm">{units.bytes(bytes)}</span>;
  return (
    <SettingsPart title={t("alsoStored")}>
      <SettingsRows label={t("alsoStored")}>
        <SettingsRow actions={size(uploads.bytes)} facts={t("fileCount", { count: uploads.files })}>
          <Link
            href="/settings/storage/uploads"
            className="underline decoration-line-strong hover:decoration-current"
          >
            {t("uploads.title")}
          </Link>
        </SettingsRow>
        <SettingsRow actions={size(trash.bytes)} facts={t("itemCount", { count: trash.items })}>
          <Link
            href="/library?trash=true"
            className="underline decoration-line-strong hover:decoration-current"
          >
            {t("trash")}
          </Link>
        </SettingsRow>
        <SettingsRow
          actions={previews ? size(previews.bytes) : null}
          facts={
            previews
              ? t("previewsAt", { when: format.dateTime(new Date(previews.at), "dateTime") })
              : t("previewsLater")
          }
        >
          {t("previews")}
        </SettingsRow>
      </SettingsRows>
    </SettingsPart>
  );
}
