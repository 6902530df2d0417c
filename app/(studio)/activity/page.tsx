import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { requireSessionActor } from "@/lib/auth/session-actor.server";
import { PageMessages } from "@/lib/i18n/page-messages";
import { getGeneratorNames } from "@/server/pages/generator-names.server";
import { variableGenerators } from "@/server/pages/generator-facts";
import { prefetchGenerations } from "@/server/pages/prefetch-generations.server";
import { ActivityWorkspace } from "@/components/library/activity/activity-workspace";
import { troubledStates } from "@/components/library/activity/troubled-states";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("activity");
  return { title: t("title") };
}

/** The queue: what runs, what waits and why, what failed and what can be done. */
export default async function ActivityPage() {
  const actor = await requireSessionActor();
  const [client, generators] = await Promise.all([
    prefetchGenerations(actor.userId, ["active", { states: troubledStates }]),
    getGeneratorNames(),
  ]);
  return (
    <PageMessages namespaces={["activity", "takes", "validation.field"]}>
      <HydrationBoundary state={dehydrate(client)}>
        <ActivityWorkspace generators={generators} variable={variableGenerators} />
      </HydrationBoundary>
    </PageMessages>
  );
}
