import { dehydrate, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { cookies } from "next/headers";
import { notFound } from "next/navigation";
import { cache } from "react";
import { z } from "zod";
import { tileMessages } from "@/components/library/tile-messages";
import { ProjectFilms } from "@/components/films/list/project-films";
import { ProjectWorkspace } from "@/components/projects/project-workspace";
import { filmQueries } from "@/components/queries/film-queries";
import { PageData } from "@/components/queries/page-data";
import { readProjectItemSort, toProjectItemList } from "@/components/projects/project-order";
import { projectQueries } from "@/components/queries/project-queries";
import { readRememberedLayout } from "@/lib/appearance/item-layout";
import { requireSessionActor } from "@/lib/auth/session-actor.server";
import { getDatabase } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { listFilmsQuerySchema } from "@/lib/films/film-input";
import { listFilms } from "@/lib/films/read/read-films.server";
import { PageMessages } from "@/lib/i18n/page-messages";
import type { ProjectDto } from "@/lib/projects/project-dto";
import { listProjectItemsQuerySchema } from "@/lib/projects/project-input";
import { listProjectItems } from "@/lib/projects/read/list-project-items.server";
import { getProject } from "@/lib/projects/read/list-projects.server";

interface ProjectPageProps {
  params: Promise<{ projectId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** A project that the person sees; null for any other. Read once per request. */
const findProject = cache(async (userId: string, id: string): Promise<ProjectDto | null> => {
  if (!z.uuid().safeParse(id).success) return null;
  try {
    return await getProject(getDatabase(), { userId, id });
  } catch (error) {
    if (error instanceof StudioError && error.code === "not-found") return null;
    throw error;
  }
});

async function getShown({ params }: ProjectPageProps) {
  const { userId } = await requireSessionActor();
  const project = await findProject(userId, (await params).projectId);
  return { userId, project: project ?? notFound() };
}

export async function generateMetadata(props: ProjectPageProps): Promise<Metadata> {
  const { project } = await getShown(props);
  return { title: project.title };
}

/** A project and its items. */
export default async function ProjectPage(props: ProjectPageProps) {
  const { userId, project } = await getShown(props);
  const client = new QueryClient();
  client.setQueryData(projectQueries.detail(project.id).queryKey, project);
  const list = toProjectItemList(readProjectItemSort([(await props.searchParams).sort].flat()[0]));
  await client.fetchInfiniteQuery({
    ...projectQueries.items(project.id, list),
    queryFn: () =>
      listProjectItems(
        getDatabase(),
        { userId, id: project.id },
        listProjectItemsQuerySchema.parse({ ...list, limit: 24 }),
      ),
  });
  const films = { projectId: project.id };
  await client.fetchInfiniteQuery({
    ...filmQueries.list(films),
    queryFn: () => listFilms(getDatabase(), userId, listFilmsQuerySchema.parse(films)),
  });
  return (
    <PageMessages
      namespaces={[
        "projects",
        "films",
        "library",
        "takes.actions.shareFailed",
        "validation.project",
        ...tileMessages,
      ]}
    >
      <PageData state={dehydrate(client)}>
        <ProjectWorkspace
          id={project.id}
          layout={readRememberedLayout(await cookies())}
          films={<ProjectFilms projectId={project.id} />}
        />
      </PageData>
    </PageMessages>
  );
}
