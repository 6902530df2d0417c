import { dehydrate } from "@tanstack/react-query";
import { PageData } from "@/components/queries/page-data";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { digestQueries, readEnds } from "@/components/queries/digest-queries";
import { getDatabase } from "@/lib/db/database.server";
import { getDigest } from "@/lib/notices/digest.server";
import { requireSessionActor } from "@/lib/auth/session-actor.server";
import { PageMessages } from "@/lib/i18n/page-messages";
import { listErrorMessages } from "@/server/pages/list-error-messages.server";
import { prefetchGenerations } from "@/server/pages/prefetch-generations.server";
import { ActivityWorkspace } from "@/components/library/activity/activity-workspace";
import { readTroubled } from "@/components/library/activity/troubled-list";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("activity");
  return { title: t("title") };
}

/** The queue: what runs, what waits and why, and what ended without success. */
export default async function ActivityPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const actor = await requireSessionActor();
  const { dismissed } = await searchParams;
  const troubled = readTroubled(new URLSearchParams(dismissed === "true" ? { dismissed } : {}));
  const client = await prefetchGenerations(actor.userId, ["active", troubled]);
  await client.fetchQuery({
    ...digestQueries.shown(),
    queryFn: () => getDigest(getDatabase(), actor.userId, { limit: readEnds }),
  });
  return (
    <PageMessages namespaces={["activity", "takes", "validation.field", ...listErrorMessages(client)]}>
      <PageData state={dehydrate(client)}>
        <ActivityWorkspace />
      </PageData>
    </PageMessages>
  );
}
