import { dehydrate } from "@tanstack/react-query";
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
import { CompareWorkspace } from "@/components/library/compare/compare-workspace";
import { listComparableVideos } from "@/components/queries/generation-lists";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("watch.compare");
  return { title: t("title") };
}

/** Plays two videos in step; if the address names only one, the other is chosen here. */
export default async function ComparePage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const actor = await requireSessionActor();
  const { a, b } = await searchParams;
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
