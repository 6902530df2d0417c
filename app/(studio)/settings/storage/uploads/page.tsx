import { Link } from "@/components/ui/link";
import { getTranslations } from "next-intl/server";
import { SettingsHeading } from "@/components/settings/settings-section";
import { UploadList } from "@/components/settings/storage/upload-list";
import { requireSessionActor } from "@/lib/auth/session-actor.server";
import { uploadSorts } from "@/lib/generations/read/uploads-dto";
import { PageMessages } from "@/lib/i18n/page-messages";
import { loadUploads } from "@/server/pages/load-storage.server";
import { deleteUploadAction } from "../actions";

export default async function UploadsPage({
  searchParams,
}: {
  searchParams: Promise<Record<"sort" | "cursor", string | string[] | undefined>>;
}) {
  const actor = await requireSessionActor();
  const search = await searchParams;
  const sort = uploadSorts.find((each) => each === search.sort) ?? "newest";
  const [{ page, isFirst }, t] = await Promise.all([
    loadUploads(actor.userId, { sort, cursor: [search.cursor].flat()[0] }),
    getTranslations("settings.storage.uploads"),
  ]);
  const addressOf = (query: Record<string, string>) =>
    `/settings/storage/uploads?${new URLSearchParams({ sort, ...query })}`;
  return (
    <PageMessages namespaces={["settings.storage.uploads"]}>
      <SettingsHeading title={t("title")}>{t("lead")}</SettingsHeading>
      <nav aria-label={t("title")} className="mb-5 flex flex-wrap gap-x-5 gap-y-1 text-sm text-text-2">
        <Link href="/settings/storage" className="mr-auto hover:text-text">
          ‹ {t("back")}
        </Link>
        {uploadSorts.map((each) => (
          <Link
            key={each}
            href={addressOf({ sort: each })}
            aria-current={each === sort ? "true" : undefined}
            className={each === sort ? "text-text underline" : "hover:text-text"}
          >
            {t(`sorts.${each}`)}
          </Link>
        ))}
      </nav>
      <UploadList uploads={page.uploads} remove={deleteUploadAction} />
      <p className="mt-6 flex gap-x-5 text-sm empty:hidden">
        {isFirst ? null : (
          <Link href={addressOf({})} className="underline">
            {t("first")}
          </Link>
        )}
        {page.nextCursor ? (
          <Link href={addressOf({ cursor: page.nextCursor })} className="underline">
            {t("more")}
          </Link>
        ) : null}
      </p>
    </PageMessages>
  );
}
