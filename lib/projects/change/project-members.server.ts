import { recordAudit, type AuditAuthor } from "@/lib/audit/record-audit.server";
import type { Database } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import type { ProjectMemberDto } from "../project-dto";
import type { MemberRole } from "../project-names";
import { listMembers } from "../read/list-members.server";
import { lockProject } from "../read/project-access.server";

/**
 * Lets somebody of this studio see a project, or changes their role in it. Safe to repeat.
 *
 * @throws StudioError not-found, project.role, input.invalid for an address without an account, or of the owner
 */
export async function putMember(
  database: Database,
  { author, id, email, role }: { author: AuditAuthor; id: string; email: string; role: MemberRole },
): Promise<{ people: ProjectMemberDto[] }> {
  const { userId } = author;
  return database.$transaction(async (transaction) => {
    await lockProject(transaction, { userId, id }, "owner");
    const person = await transaction.user.findUnique({
      where: { email, disabledAt: null },
      select: { id: true },
    });
    if (!person) refuseEmail("project.unknown-email");
    if (person.id === userId) refuseEmail("project.own-email");
    await transaction.projectMember.upsert({
      where: { projectId_userId: { projectId: id, userId: person.id } },
      create: { projectId: id, userId: person.id, role },
      update: { role },
    });
    await recordAudit(transaction, { kind: "project-shared", author, subject: email, facts: { role } });
    return listMembers(transaction, { userId, id });
  });
}

function refuseEmail(key: string): never {
  throw new StudioError("input.invalid", { fields: [{ path: "email", key }] });
}

/**
 * Ends what somebody sees of a project; members may leave by themselves. Their items leave with them, since they are
 * theirs to show. Safe to repeat.
 *
 * @throws StudioError not-found, project.role
 */
export async function removeMember(
  database: Database,
  { author, id, memberId }: { author: AuditAuthor; id: string; memberId: string },
): Promise<void> {
  const { userId } = author;
  await database.$transaction(async (transaction) => {
    await lockProject(transaction, { userId, id }, memberId === userId ? "view" : "owner");
    const { count } = await transaction.projectMember.deleteMany({
      where: { projectId: id, userId: memberId },
    });
    if (count === 0) return;
    await transaction.projectItem.deleteMany({ where: { projectId: id, item: { userId: memberId } } });
    const person = await transaction.user.findUniqueOrThrow({
      where: { id: memberId },
      select: { email: true },
    });
    await recordAudit(transaction, { kind: "project-unshared", author, subject: person.email });
  });
}
