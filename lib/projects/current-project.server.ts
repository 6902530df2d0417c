import { z } from "zod";
import { type Queryable, getDatabase } from "@/lib/db/database.server";
import { type CurrentProject, projectDtoSchema } from "./project-dto";
import { requireProject } from "./read/project-access.server";

/** The key in the table Preference. */
const preferenceKey = "projects.current";
const storedSchema = z.uuid();

/** Where a person's new results go; null without a project, or if they can't add to it any more. */
export async function findCurrentProject(
  userId: string,
  database: Queryable = getDatabase(),
): Promise<CurrentProject> {
  const kept = await database.preference.findUnique({
    where: { userId_key: { userId, key: preferenceKey } },
    select: { value: true },
  });
  if (!kept) return null;
  const project = await database.project.findFirst({
    where: {
      id: storedSchema.parse(kept.value),
      OR: [{ userId }, { members: { some: { userId, role: "work" } } }],
    },
    select: { id: true, title: true, colour: true },
  });
  return project && { ...project, colour: projectDtoSchema.shape.colour.parse(project.colour) };
}

/**
 * Sets where a person's new results go. Safe to repeat.
 *
 * @throws StudioError not-found, or project.role where they may not add items
 */
export async function setCurrentProject(
  userId: string,
  projectId: string | null,
  database: Queryable = getDatabase(),
): Promise<void> {
  if (projectId === null) {
    await database.preference.deleteMany({ where: { userId, key: preferenceKey } });
    return;
  }
  await requireProject(database, { userId, id: projectId }, "work");
  await database.preference.upsert({
    where: { userId_key: { userId, key: preferenceKey } },
    create: { userId, key: preferenceKey, value: projectId },
    update: { value: projectId },
  });
}
