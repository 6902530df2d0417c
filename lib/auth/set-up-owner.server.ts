import { type Database, type Queryable, getDatabase } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { type SetupInput, setupInputSchema } from "./account-input";
import { createUser } from "./members.server";
import { hashPassword } from "./passwords.server";
import { z } from "zod";
import { createToken, hashToken, matchesTokenHash } from "@/lib/crypto/tokens.server";
import { getEnv } from "@/lib/env/env.server";
import { environmentTokenName } from "./api-token";

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

const settingKey = "auth.setup-token";
const settingSchema = z.object({ tokenHash: z.string() });

/**
 * A fresh setup token for the console, or null when the studio has its people already. Only its hash is kept, so each
 * start makes a new one and ends the one before.
 */
export async function ensureSetupToken(database: Queryable = getDatabase()): Promise<string | null> {
  if (await database.user.findFirst({ select: { id: true } })) return null;
  const token = createToken("setup_");
  const value = { tokenHash: hashToken(token) };
  await database.instanceSetting.upsert({
    where: { key: settingKey },
    create: { key: settingKey, value },
    update: { value },
  });
  return token;
}

/** Whether a presented token is the one of the console. */
export async function matchesSetupToken(
  presented: string | undefined,
  database: Queryable,
): Promise<boolean> {
  const setting = await database.instanceSetting.findUnique({ where: { key: settingKey } });
  if (!setting || !presented) return false;
  return matchesTokenHash(presented.trim(), settingSchema.parse(setting.value).tokenHash);
}

/** Ends the token: it worked once. */
export async function forgetSetupToken(database: Queryable): Promise<void> {
  await database.instanceSetting.deleteMany({ where: { key: settingKey } });
}

/**
 * Makes STUDIO_API_TOKEN a token of the first owner, once there is one, and ends the token that an earlier value of
 * the setting made. Changes nothing when it is called again; one that was revoked by hand stays revoked.
 */
export async function ensureEnvironmentToken(database: Queryable): Promise<void> {
  const token = getEnv().STUDIO_API_TOKEN;
  const tokenHash = token ? hashToken(token) : null;
  await database.apiToken.updateMany({
    where: { name: environmentTokenName, revokedAt: null, ...(tokenHash ? { NOT: { tokenHash } } : {}) },
    data: { revokedAt: new Date() },
  });
  if (!token || !tokenHash) return;
  const owner = await database.user.findFirst({
    where: { role: "owner", disabledAt: null },
    orderBy: { id: "asc" },
    select: { id: true },
  });
  if (!owner) return;
  await database.apiToken.createMany({
    data: { userId: owner.id, name: environmentTokenName, tokenHash, lastFour: token.slice(-4) },
    skipDuplicates: true,
  });
}

/**
 * Brings what the environment says about accounts into the database: the owner (only while there is nobody) and the
 * owner's token. Called at each start after migrating; changes nothing the second time.
 */
export async function ensureBootAccounts(database: Database): Promise<void> {
  const { STUDIO_OWNER_EMAIL: email, STUDIO_OWNER_PASSWORD: password } = getEnv();
  if (email && password) {
    const input = setupInputSchema.parse({ name: email.split("@")[0], email, password });
    await createFirstOwner(input, database);
  }
  await ensureEnvironmentToken(database);
}
