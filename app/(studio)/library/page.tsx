import { dehydrate } from "@tanstack/react-query";
import { ItemPageData } from "@/components/queries/item-page-data";
import type { Metadata } from "next";
import { cookies } from "next/headers";
import { getNow, getTranslations } from "next-intl/server";
import { readLibraryStart, readLibraryView, toItemList } from "@/components/takes/library-filter";
import { readRememberedLayout } from "@/lib/appearance/item-layout";
import { readRememberedWidth } from "@/lib/appearance/remembered-width";
import { requireSessionActor } from "@/lib/auth/session-actor.server";
import { PageMessages } from "@/lib/i18n/page-messages";
import { prefetchItems } from "@/server/pages/prefetch-items.server";
import { tileMessages } from "@/components/library/tile-messages";
import { LibraryWorkspace } from "@/components/library/library-workspace";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("library");
  return { title: t("title") };
}

/** Every result. */
export default async function LibraryPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const actor = await requireSessionActor();
  const search = await searchParams;
  const address = { get: (name: string) => [search[name]].flat()[0] ?? null };
  const list = toItemList(readLibraryView(address));
  const kept = await cookies();
  const client = await prefetchItems(actor.userId, list, readLibraryStart(address));
  return (
    <PageMessages namespaces={["library", ...tileMessages]}>
      <ItemPageData state={dehydrate(client)}>
        <LibraryWorkspace
          remembered={readRememberedWidth("library", kept)}
          layout={readRememberedLayout(kept)}
          renderedAtMs={(await getNow()).getTime()}
        />
      </ItemPageData>
    </PageMessages>
  );
}
