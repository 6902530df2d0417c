import { z } from "zod";
import { recordAudit } from "@/lib/audit/record-audit.server";
import { createToken, hashToken, matchesTokenHash } from "@/lib/crypto/tokens.server";
import { type Database, type Queryable, getDatabase } from "@/lib/db/database.server";
import { EnvError, getEnv } from "@/lib/env/env.server";
import { StudioError } from "@/lib/errors/studio-error";
import { type SetupInput, setupInputSchema } from "./account-input";
import { tokenScopes } from "./actor";
import { environmentTokenName } from "./api-token";
import { createUser } from "./members.server";
import { checkNewPassword, findPasswordWeakness } from "./password-strength.server";
import { hashPassword } from "./passwords.server";

/** Serialises setup, which decides who the owner is. */
async function lockSetup(transaction: Queryable): Promise<void> {
  await transaction.$queryRaw`SELECT pg_advisory_xact_lock(hashtext('reverie.setup'))::text`;
}

/** Whether there is no account yet, so that the first visitor can become the owner. */
export async function isSetupOpen(database: Queryable = getDatabase()): Promise<boolean> {
  return (await database.user.findFirst({ select: { id: true } })) === null;
}

/**
 * How a visitor proves that the studio is theirs: by being on this machine, or with the token printed to its
 * console.
 */
interface SetupProof {
  local: boolean;
  setupToken?: string | undefined;
}

/**
 * Creates the owner; of concurrent calls one wins. Returns the new person's ID.
 *
 * @throws StudioError auth.setup-closed, auth.setup-token, input.invalid (the password is easy to guess)
 */
export async function setUpOwner(
  input: SetupInput,
  proof: SetupProof,
  database: Database = getDatabase(),
): Promise<string> {
  if (!(await isSetupOpen(database))) throw new StudioError("auth.setup-closed");
  if (!proof.local && !(await matchesSetupToken(proof.setupToken, database)))
    throw new StudioError("auth.setup-token");
  await checkNewPassword(input.password, input, "password");
  const ownerId = await createFirstOwner(input, database);
  if (!ownerId) throw new StudioError("auth.setup-closed");
  return ownerId;
}

/** Creates the owner; null where there already is an account. */
async function createFirstOwner(input: SetupInput, database: Database): Promise<string | null> {
  const passwordHash = await hashPassword(input.password);
  return database.$transaction(async (transaction) => {
    await lockSetup(transaction);
    if (!(await isSetupOpen(transaction))) return null;
    const { name, email } = input;
    const ownerId = await createUser(
      { name, email, role: "owner", passwordHash, linksByEmail: true },
      transaction,
    );
    await recordAudit(transaction, { kind: "owner-created", author: { userId: ownerId }, subject: email });
    await deleteSetupToken(transaction);
    await ensureEnvironmentToken(transaction);
    return ownerId;
  });
}

const settingKey = "auth.setup-token";
const settingSchema = z.object({ tokenHash: z.string() });

/**
 * Creates a setup token to print to the console; null where there is an account. Only its hash is stored, so
 * each start replaces the previous token.
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

async function matchesSetupToken(presented: string | undefined, database: Queryable): Promise<boolean> {
  const setting = await database.instanceSetting.findUnique({ where: { key: settingKey } });
  if (!setting || !presented) return false;
  return matchesTokenHash(presented.trim(), settingSchema.parse(setting.value).tokenHash);
}

async function deleteSetupToken(database: Queryable): Promise<void> {
  await database.instanceSetting.deleteMany({ where: { key: settingKey } });
}

/**
 * Makes STUDIO_API_TOKEN a token of the first owner, once there is one, and revokes the token of an earlier
 * value. Safe to call again; a token revoked by hand stays revoked.
 */
async function ensureEnvironmentToken(database: Queryable): Promise<void> {
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
  const { count } = await database.apiToken.createMany({
    data: {
      userId: owner.id,
      name: environmentTokenName,
      tokenHash,
      lastFour: token.slice(-4),
      scopes: [...tokenScopes],
    },
    skipDuplicates: true,
  });
  if (count > 0)
    await recordAudit(database, { kind: "token-created", author: null, subject: environmentTokenName });
}

/**
 * Creates the owner (if there is no account) and the owner's token from the environment. Called at each start
 * after migrating; safe to call again.
 *
 * @throws EnvError for an owner's password that is easy to guess
 */
export async function ensureBootAccounts(database: Database): Promise<void> {
  const { STUDIO_OWNER_EMAIL: email, STUDIO_OWNER_PASSWORD: password } = getEnv();
  if (email && password) {
    const input = setupInputSchema.parse({ name: email.split("@")[0], email, password });
    if (await isSetupOpen(database)) {
      await checkEnvironmentPassword(input);
      await createFirstOwner(input, database);
    }
  }
  await ensureEnvironmentToken(database);
}

async function checkEnvironmentPassword(owner: SetupInput): Promise<void> {
  if (!(await findPasswordWeakness(owner.password, owner))) return;
  const message = "easy to guess. Use a few random words, at least 12 characters";
  throw new EnvError([{ name: "STUDIO_OWNER_PASSWORD", message }]);
}
