import { headers } from "next/headers";
import { Link } from "@/components/ui/link";
import { getTranslations } from "next-intl/server";
import { LinkList } from "@/components/settings/links";
import { SettingsHeading } from "@/components/settings/settings-section";
import { getRequestOrigin } from "@/lib/auth/request-origin.server";
import { requireSessionActor } from "@/lib/auth/session-actor.server";
import { getDatabase } from "@/lib/db/database.server";
import { PageMessages } from "@/lib/i18n/page-messages";
import { listSharesQuerySchema } from "@/lib/shares/share-dto";
import { listShares } from "@/lib/shares/shares.server";
import { changeShareEndAction, revokeAllSharesAction, revokeShareAction } from "./actions";

/** The links of the person, for people without an account. */
export default async function LinksPage({
  searchParams,
}: {
  searchParams: Promise<{ cursor?: string | string[] }>;
}) {
  const actor = await requireSessionActor();
  const cursor = listSharesQuerySchema.shape.cursor.catch(undefined).parse((await searchParams).cursor);
  const [{ shares, nextCursor }, origin, t] = await Promise.all([
    listShares(getDatabase(), actor.userId, listSharesQuerySchema.parse({ cursor })),
    headers().then(getRequestOrigin),
    getTranslations("settings.links"),
  ]);
  const links = shares.map(({ share, path }) => ({ ...share, url: path && new URL(path, origin).href }));
  return (
    <PageMessages namespaces={["settings.links"]}>
      <SettingsHeading title={t("title")}>{t("lead")}</SettingsHeading>
      <LinkList
        links={links}
        change={changeShareEndAction}
        revoke={revokeShareAction}
        revokeAll={revokeAllSharesAction}
      />
      <p className="mt-6 flex gap-x-5 text-sm empty:hidden">
        {cursor ? (
          <Link href="/settings/links" className="underline">
            {t("first")}
          </Link>
        ) : null}
        {nextCursor ? (
          <Link href={`/settings/links?cursor=${nextCursor}`} className="underline">
            {t("more")}
          </Link>
        ) : null}
      </p>
    </PageMessages>
  );
}
