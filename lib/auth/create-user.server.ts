import type { Queryable } from "@/lib/db/database.server";
import { Prisma } from "@/lib/db/generated/client";
import { StudioError } from "@/lib/errors/studio-error";
import type { Role } from "./actor";

/** Adds a person; throws `auth.email-taken`. */
export async function createUser(
  user: { name: string; email: string; role: Role; passwordHash: string },
  database: Queryable,
): Promise<string> {
  try {
    const { id } = await database.user.create({ data: user, select: { id: true } });
    return id;
  } catch (error) {
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002")
      throw new StudioError("auth.email-taken", { cause: error });
    throw error;
  }
}
