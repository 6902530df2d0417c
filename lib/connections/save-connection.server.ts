import { type Queryable, getDatabase, type Database, type Prisma, jsonNull } from "@/lib/db/database.server";
import { z } from "zod";
import { toFieldProblems } from "@/lib/errors/field-problems";
import { StudioError, type FieldProblem } from "@/lib/errors/studio-error";
import { getShippedProfile } from "@/lib/service/profiles/shipped-profiles";
import { overrideProfile } from "@/lib/service/profiles/read-profile";
import { findAddresses, listOrigins } from "./connection-addresses.server";
import type { ConnectionInput } from "./connection-input";
import type { ConnectionSummary } from "./connection-summary";
import { getConnectionSummary, lastFourOf } from "./get-connection-summary.server";
import { findReadableKey, parseProfileId, sealApiKey } from "./stored-connection.server";

type StoredConnection = Prisma.ConnectionGetPayload<object>;

/**
 * Stores a person's connection. The key is never shown again. A stored key is kept only for the profile and hosts it was
 * entered for, so that nobody who doesn't know it can have it sent elsewhere.
 *
 * @throws StudioError input.invalid
 */
export async function saveConnection(
  userId: string,
  input: ConnectionInput,
  database: Database = getDatabase(),
): Promise<ConnectionSummary> {
  await database.$transaction(async (transaction) => {
    // Two saves at once must not mix the host of one with the key of the other.
    await transaction.$queryRaw`SELECT 1 FROM "User" WHERE "id" = ${userId}::uuid FOR UPDATE`;
    const stored = await transaction.connection.findUnique({ where: { userId } });
    const { overrides, apiKey } = combineWithStored(userId, input, stored);
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
  });
  return getConnectionSummary(userId, database);
}

/**
 * The entered values merged with the stored ones, to save a connection or to test it unsaved. The key is null for the
 * sandbox. Throws `input.invalid`.
 */
export function combineWithStored(
  userId: string,
  input: ConnectionInput,
  stored: StoredConnection | null,
): { overrides: unknown; apiKey: string | null } {
  // Overrides belong to one profile.
  const kept = stored?.profileId === input.profileId ? stored.overrides : {};
  const overrides = input.overrides ?? kept;
  requireValidOverrides(input, overrides);
  return { overrides, apiKey: chooseKey(userId, input, stored) };
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
export async function deleteConnection(userId: string, database: Queryable = getDatabase()): Promise<void> {
  await database.connection.deleteMany({ where: { userId } });
}
