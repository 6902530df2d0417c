import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { z } from "zod";
import { ProjectItemDetail } from "@/components/projects/project-item-detail";
import { requireSessionActor } from "@/lib/auth/session-actor.server";
import { getDatabase } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { PageMessages } from "@/lib/i18n/page-messages";
import { getProjectItem } from "@/lib/projects/read/list-project-items.server";
import { getProject } from "@/lib/projects/read/list-projects.server";

interface ProjectItemPageProps {
  params: Promise<{ projectId: string; itemId: string }>;
}

/** An item of a project that the person sees, with its project; null for any other. Read once per request. */
const findShown = cache(async (userId: string, id: string, itemId: string) => {
  if (![id, itemId].every((each) => z.uuid().safeParse(each).success)) return null;
  const database = getDatabase();
  try {
    const [project, item] = await Promise.all([
      getProject(database, { userId, id }),
      getProjectItem(database, { userId, id, itemId }),
    ]);
    return { project, item };
  } catch (error) {
    if (error instanceof StudioError && error.code === "not-found") return null;
    throw error;
  }
});

async function getShown({ params }: ProjectItemPageProps) {
  const { userId } = await requireSessionActor();
  const { projectId, itemId } = await params;
  return (await findShown(userId, projectId, itemId)) ?? notFound();
}

export async function generateMetadata(props: ProjectItemPageProps): Promise<Metadata> {
  const { item } = await getShown(props);
  return { title: item.name };
}

/** An item of a project as every member sees it. */
export default async function ProjectItemPage(props: ProjectItemPageProps) {
  const { project, item } = await getShown(props);
  return (
    <PageMessages namespaces={["projects", "takes.pictureBroken"]}>
      <ProjectItemDetail project={project} item={item} />
    </PageMessages>
  );
}
