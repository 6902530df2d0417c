import { getTranslations } from "next-intl/server";
import { SettingsHeading } from "@/components/settings/settings-section";
import { Skeleton } from "@/components/ui/progress";

/** The heading of the page, and skeletons of its parts. */
export default async function CallbacksLoading() {
  const t = await getTranslations("callbacks");
  return (
    <div aria-busy>
      <SettingsHeading title={t("title")}>{t("lead")}</SettingsHeading>
      <div className="grid gap-4">
        <Skeleton className="h-12" />
        <Skeleton className="h-24" />
        <Skeleton className="h-40" />
      </div>
    </div>
  );
}
