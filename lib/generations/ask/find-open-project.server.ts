import type { Queryable } from "@/lib/db/database.server";
import { isOpenProject } from "@/lib/projects/read/project-access.server";

/** The project of a generation, if its person may still add to it. */
export async function findOpenProject(
  database: Queryable,
  { userId, id }: { userId: string; id: string },
): Promise<string | undefined> {
  const before = await database.generation.findFirst({
    where: { userId, id },
    select: { projectId: true },
  });
  const projectId = before?.projectId;
  return projectId && (await isOpenProject(database, { userId, id: projectId })) ? projectId : undefined;
}
