import { dehydrate, QueryClient } from "@tanstack/react-query";
import { PageData } from "@/components/queries/page-data";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { generationQueries } from "@/components/queries/generation-queries";
import { isVideo } from "@/components/video-player/video-source";
import { generators } from "@/generators/registry";
import { requireSessionActor } from "@/lib/auth/session-actor.server";
import { PageMessages } from "@/lib/i18n/page-messages";
import { findOwnGeneration } from "@/server/pages/find-own-generation.server";
import { listErrorMessages } from "@/server/pages/list-error-messages.server";
import { prefetchGenerations } from "@/server/pages/prefetch-generations.server";
import { itemQueries } from "@/components/queries/item-queries";
import { readComparedItems } from "@/components/takes/compare-address";
import { CompareItems } from "@/components/library/compare/compare-items";
import { getDatabase } from "@/lib/db/database.server";
import { findItemsById } from "@/lib/items/read/list-items.server";
import { getLiveMark } from "@/server/pages/live-mark.server";
import { CompareWorkspace } from "@/components/library/compare/compare-workspace";
import { listComparableVideos } from "@/components/queries/generation-lists";

interface ComparePageProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata({ searchParams }: ComparePageProps): Promise<Metadata> {
  if ((await searchParams).items !== undefined) {
    const t = await getTranslations("library.compare");
    return { title: t("title", { count: 0 }) };
  }
  const t = await getTranslations("watch.compare");
  return { title: t("title") };
}

/**
 * Compares two to four items, or plays two videos in step; if the address names only one video, the other is chosen here.
 */
export default async function ComparePage({ searchParams }: ComparePageProps) {
  const actor = await requireSessionActor();
  const { a, b, items } = await searchParams;
  if (typeof items === "string") return <ComparedItems userId={actor.userId} named={items} />;
  const [first, second] = await Promise.all(
    [a, b].map((id) => (typeof id === "string" ? findOwnGeneration(actor.userId, id) : null)),
  );
  if (!first?.outputs.some(isVideo)) notFound();
  const other = second?.outputs.some(isVideo) && second.id !== first.id ? second : null;
  const client = await prefetchGenerations(actor.userId, [listComparableVideos(generators)]);
  for (const each of [first, other]) {
    if (each) client.setQueryData(generationQueries.detail(each.id).queryKey, each);
  }
  return (
    <PageMessages namespaces={["library", "takes", "watch", ...listErrorMessages(client)]}>
      <PageData state={dehydrate(client)}>
        <CompareWorkspace
          key={`${first.id} ${other?.id ?? ""}`}
          firstId={first.id}
          secondId={other?.id ?? null}
        />
      </PageData>
    </PageMessages>
  );
}

async function ComparedItems({ userId, named }: { userId: string; named: string }) {
  const { ids, wrong } = readComparedItems(named);
  // Read before the data: the browser reloads it if it changed in between.
  await getLiveMark(userId);
  const found = await findItemsById(getDatabase(), { userId, ids });
  const client = new QueryClient();
  for (const item of found) client.setQueryData(itemQueries.one(item.id).queryKey, item);
  const own = ids.filter((id) => found.some((item) => item.id === id));
  return (
    <PageMessages namespaces={["library", "takes", "watch"]}>
      <PageData state={dehydrate(client)}>
        <CompareItems ids={own} missing={ids.length - own.length + wrong} />
      </PageData>
    </PageMessages>
  );
}
