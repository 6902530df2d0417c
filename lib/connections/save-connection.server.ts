import { type AuditAuthor, recordAudit } from "@/lib/audit/record-audit.server";
import { type Queryable, getDatabase, type Database, type Prisma, jsonNull } from "@/lib/db/database.server";
import { z } from "zod";
import { toFieldProblems } from "@/lib/errors/field-problems";
import { StudioError, type FieldProblem } from "@/lib/errors/studio-error";
import { getShippedProfile } from "@/lib/service/profiles/shipped-profiles";
import { overrideProfile } from "@/lib/service/profiles/read-profile";
import { isPrivateUrl } from "@/lib/network/public-addresses.server";
import { findAddresses, listOrigins } from "./connection-addresses.server";
import type { ConnectionInput } from "./connection-input";
import type { ConnectionSummary } from "./connection-summary";
import { listPathOverrides, withoutPaths } from "./endpoint-paths";
import { getConnectionSummary, lastFourOf } from "./get-connection-summary.server";
import { findReadableKey, parseProfileId, sealApiKey } from "./stored-connection.server";

type StoredConnection = Prisma.ConnectionGetPayload<object>;

/**
 * Stores a person's connection. The key is never shown again. A stored key is kept only for the profile and hosts it was
 * entered for, so that nobody who doesn't know it can have it sent elsewhere. Private addresses and endpoint paths are
 * the owner's to enter.
 *
 * @throws StudioError input.invalid
 */
export async function saveConnection(
  author: AuditAuthor,
  input: ConnectionInput,
  database: Database = getDatabase(),
): Promise<ConnectionSummary> {
  const { userId } = author;
  await database.$transaction(async (transaction) => {
    // Two saves at once must not mix the host of one with the key of the other.
    await transaction.$queryRaw`SELECT 1 FROM "User" WHERE "id" = ${userId}::uuid FOR UPDATE`;
    const { isOwner, stored } = await findStored(userId, transaction);
    const { overrides, apiKey } = combineWithStored({ userId, isOwner }, input, stored);
    const data = {
      profileId: input.profileId,
      baseUrl: input.baseUrl ?? null,
      altBaseUrl: input.altBaseUrl ?? null,
      overrides: overrides as Prisma.InputJsonValue,
      keyCiphertext: apiKey === null ? null : sealApiKey(apiKey, userId),
      keyLastFour: apiKey === null ? null : lastFourOf(apiKey),
      testedAt: null,
      testResult: jsonNull,
    };
    await transaction.connection.upsert({ where: { userId }, create: { userId, ...data }, update: data });
    const facts = {
      profile: input.profileId,
      host: input.baseUrl ? new URL(input.baseUrl).host : null,
      keyReplaced: Boolean(input.apiKey),
    };
    await recordAudit(transaction, { kind: "connection-saved", author, facts });
  });
  return getConnectionSummary(userId, database);
}

/** A person's stored connection, if any, and whether the person is an owner. */
export async function findStored(
  userId: string,
  database: Queryable,
): Promise<{ isOwner: boolean; stored: StoredConnection | null }> {
  const { role, connection } = await database.user.findUniqueOrThrow({
    where: { id: userId },
    select: { role: true, connection: true },
  });
  return { isOwner: role === "owner", stored: connection };
}

/**
 * The entered values merged with the stored ones, to save a connection or to test it unsaved. The key is null for the
 * sandbox. Throws `input.invalid`.
 */
export function combineWithStored(
  { userId, isOwner }: { userId: string; isOwner: boolean },
  input: ConnectionInput,
  stored: StoredConnection | null,
): { overrides: unknown; apiKey: string | null } {
  // Overrides belong to one profile.
  const kept = stored?.profileId === input.profileId ? stored.overrides : {};
  const overrides = input.overrides ?? (isOwner ? kept : withoutPaths(kept));
  requireValidOverrides(input, overrides);
  if (!isOwner) requireMembersInput(input, overrides);
  return { overrides, apiKey: chooseKey(userId, input, stored) };
}

/** Addresses and paths that are the owner’s to enter. */
function requireMembersInput(input: ConnectionInput, overrides: unknown): void {
  const addresses = (["baseUrl", "altBaseUrl"] as const).filter((name) => {
    const address = input[name];
    return address !== undefined && isPrivateUrl(address);
  });
  const fields: FieldProblem[] = [
    ...addresses.map((path) => ({ path, key: "connection.base-url.private" as const })),
    ...listPathOverrides(overrides).map((path) => ({
      path: `overrides.${path}`,
      key: "connection.endpoint-path" as const,
    })),
  ];
  if (fields.length > 0) throw new StudioError("input.invalid", { fields });
}

function requireValidOverrides(input: ConnectionInput, overrides: unknown): void {
  try {
    overrideProfile(getShippedProfile(input.profileId), overrides);
  } catch (cause) {
    if (!(cause instanceof z.ZodError)) throw cause;
    const fields = toFieldProblems(cause, overrides);
    throw new StudioError("input.invalid", {
      cause,
      fields: fields.map((field) => ({ ...field, path: `overrides.${field.path}` })),
    });
  }
}

function chooseKey(userId: string, input: ConnectionInput, stored: StoredConnection | null): string | null {
  if (input.apiKey) return input.apiKey;
  const sameProfile = stored?.profileId === input.profileId;
  // The key of the sandbox is public.
  if (input.profileId === "sandbox" && !(sameProfile && stored.keyCiphertext)) return null;
  if (!stored?.keyCiphertext) throw invalidKey("field.required");
  if (!sameProfile || !goesToKnownHostsOnly(input, stored)) throw invalidKey("connection.api-key.new-host");
  const apiKey = findReadableKey(stored.keyCiphertext, userId);
  if (apiKey === null) throw invalidKey("connection.api-key.unreadable");
  return apiKey;
}

function goesToKnownHostsOnly(input: ConnectionInput, stored: StoredConnection): boolean {
  const known = listOrigins(findAddresses(parseProfileId(stored.profileId), stored));
  return [...listOrigins(findAddresses(input.profileId, input))].every((origin) => known.has(origin));
}

function invalidKey(key: FieldProblem["key"]): StudioError {
  return new StudioError("input.invalid", { fields: [{ path: "apiKey", key }] });
}

/** Deletes a person's connection and its key. From then on the default applies, if there is one. */
export async function deleteConnection(
  author: AuditAuthor,
  database: Database = getDatabase(),
): Promise<void> {
  await database.$transaction(async (transaction) => {
    const { count } = await transaction.connection.deleteMany({ where: { userId: author.userId } });
    if (count > 0) await recordAudit(transaction, { kind: "connection-deleted", author });
  });
}
