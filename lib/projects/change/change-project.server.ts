import { recordAudit, type AuditAuthor } from "@/lib/audit/record-audit.server";
import type { Database, Prisma } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { type ProjectDto } from "../project-dto";
import { projectColours } from "../project-names";
import type { NewProject, ProjectChanges } from "../project-input";
import { getProject } from "../read/list-projects.server";
import { lockProject } from "../read/project-access.server";

interface ProjectTarget {
  userId: string;
  id: string;
}

/** Creates a project. Without a colour, it takes the next one of the palette. */
export async function createProject(
  database: Database,
  userId: string,
  { title, notes = "", colour }: NewProject,
): Promise<ProjectDto> {
  const count = colour ? 0 : await database.project.count({ where: { userId } });
  const { id } = await database.project.create({
    data: { userId, title, notes, colour: colour ?? projectColours[count % projectColours.length]! },
    select: { id: true },
  });
  return getProject(database, { userId, id });
}

/**
 * Changes a project of the person. Fields that are left out stay as they are.
 *
 * @throws StudioError not-found, project.role, project.changed if it has another version than expected,
 *   project.item-gone for a cover that is none of its images and videos
 */
export async function changeProject(
  database: Database,
  target: ProjectTarget,
  { version, ...changes }: ProjectChanges,
): Promise<ProjectDto> {
  return database.$transaction(async (transaction) => {
    await lockProject(transaction, target, "owner");
    if (version !== undefined) {
      const now = await transaction.project.findUniqueOrThrow({
        where: { id: target.id },
        select: { version: true },
      });
      if (now.version !== version) throw new StudioError("project.changed");
    }
    if (changes.coverItemId) await requireCover(transaction, target.id, changes.coverItemId);
    await transaction.project.update({
      where: { id: target.id },
      data: { ...changes, version: { increment: 1 } },
    });
    return getProject(transaction, target);
  });
}

async function requireCover(
  transaction: Prisma.TransactionClient,
  projectId: string,
  itemId: string,
): Promise<void> {
  const found = await transaction.projectItem.findFirst({
    where: { projectId, itemId, item: { kind: { in: ["image", "video"] }, deletedAt: null } },
    select: { itemId: true },
  });
  if (!found) throw new StudioError("project.item-gone");
}

/**
 * Deletes a project of the person. Its items stay in the libraries of their people.
 *
 * @throws StudioError not-found, project.role
 */
export async function deleteProject(
  database: Database,
  { author, id }: { author: AuditAuthor; id: string },
): Promise<void> {
  await database.$transaction(async (transaction) => {
    await lockProject(transaction, { userId: author.userId, id }, "owner");
    const { title } = await transaction.project.delete({ where: { id }, select: { title: true } });
    await recordAudit(transaction, { kind: "project-deleted", author, subject: id, facts: { title } });
  });
}
