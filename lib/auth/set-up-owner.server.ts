import type { Database, Queryable } from "@/lib/db/database.server";
import { getDatabase } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import type { SetupInput } from "./account-input";
import { createUser } from "./create-user.server";
import { ensureEnvironmentToken } from "./environment-token.server";
import { hashPassword } from "./password-hash.server";
import { forgetSetupToken, matchesSetupToken } from "./setup-token.server";

/** Serialises everything that decides who the first person is. */
async function lockSetup(transaction: Queryable): Promise<void> {
  await transaction.$queryRaw`SELECT pg_advisory_xact_lock(hashtext('reverie.setup'))::text`;
}

/** Whether nobody has an account yet, so that the first visitor may become the owner. */
export async function isSetupOpen(database: Queryable = getDatabase()): Promise<boolean> {
  return (await database.user.findFirst({ select: { id: true } })) === null;
}

/** How a visitor proves that the studio is theirs: by sitting at the machine, or by the token of its console. */
export interface SetupProof {
  local: boolean;
  setupToken?: string | undefined;
}

/**
 * Makes the first person the owner; of two that try at once, one wins. Returns the new person's id.
 *
 * @throws StudioError auth.setup-closed, auth.setup-token
 */
export async function setUpOwner(
  input: SetupInput,
  proof: SetupProof,
  database: Database = getDatabase(),
): Promise<string> {
  if (!(await isSetupOpen(database))) throw new StudioError("auth.setup-closed");
  if (!proof.local && !(await matchesSetupToken(proof.setupToken, database)))
    throw new StudioError("auth.setup-token");
  const ownerId = await createFirstOwner(input, database);
  if (!ownerId) throw new StudioError("auth.setup-closed");
  return ownerId;
}

/** Creates the owner if there is nobody; null when somebody was first. */
export async function createFirstOwner(input: SetupInput, database: Database): Promise<string | null> {
  const passwordHash = await hashPassword(input.password);
  return database.$transaction(async (transaction) => {
    await lockSetup(transaction);
    if (!(await isSetupOpen(transaction))) return null;
    const { name, email } = input;
    const ownerId = await createUser({ name, email, role: "owner", passwordHash }, transaction);
    await forgetSetupToken(transaction);
    await ensureEnvironmentToken(transaction);
    return ownerId;
  });
}
