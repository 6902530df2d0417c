import { dehydrate, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ProjectsWorkspace } from "@/components/projects/projects-workspace";
import { PageData } from "@/components/queries/page-data";
import { projectQueries } from "@/components/queries/project-queries";
import { requireSessionActor } from "@/lib/auth/session-actor.server";
import { getDatabase } from "@/lib/db/database.server";
import { PageMessages } from "@/lib/i18n/page-messages";
import { listProjectsQuerySchema } from "@/lib/projects/project-input";
import { listProjects } from "@/lib/projects/read/list-projects.server";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("projects");
  return { title: t("title") };
}

/** The projects that the person sees. */
export default async function ProjectsPage() {
  const actor = await requireSessionActor();
  const client = new QueryClient();
  await client.fetchInfiniteQuery({
    ...projectQueries.list(),
    queryFn: () => listProjects(getDatabase(), actor.userId, listProjectsQuerySchema.parse({})),
  });
  return (
    <PageMessages namespaces={["projects", "takes.loadFailed", "takes.tryAgain"]}>
      <PageData state={dehydrate(client)}>
        <ProjectsWorkspace />
      </PageData>
    </PageMessages>
  );
}
