import { type ProjectMemberDto, projectMemberDtoSchema } from "../project-dto";
import { type Reader, requireProject } from "./project-access.server";

interface MemberRow {
  userId: string;
  name: string;
  email: string;
  role: string;
}

/**
 * The people of a project: its owner, then its members in the order in which they were added.
 *
 * @throws StudioError not-found for a project that the person doesn't see
 */
export async function listMembers(
  database: Reader,
  { userId, id }: { userId: string; id: string },
): Promise<{ people: ProjectMemberDto[] }> {
  await requireProject(database, { userId, id }, "view");
  const rows = await database.$queryRaw<MemberRow[]>`
    SELECT people."userId", person."name", person."email", people."role"
    FROM (
      SELECT "userId", 'owner' AS "role", NULL::timestamptz AS "addedAt" FROM "Project" WHERE "id" = ${id}::uuid
      UNION ALL
      SELECT "userId", "role", "addedAt" FROM "ProjectMember" WHERE "projectId" = ${id}::uuid
    ) people
    JOIN "User" person ON person."id" = people."userId"
    ORDER BY people."addedAt" NULLS FIRST, people."userId"`;
  const { role: roleSchema } = projectMemberDtoSchema.shape;
  return {
    people: rows.map((row) => ({ ...row, role: roleSchema.parse(row.role), you: row.userId === userId })),
  };
}
