import { z } from "zod";
import { getDatabase, type Queryable } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";

/** The key in the table Preference. */
const preferenceKey = "voices.favourites";
/** Bounds the row. */
const favouritesMax = 500;

const favouritesSchema = z.array(z.string());

/** The favourite voices of a person, the newest last. */
export async function listFavouriteVoices(
  userId: string,
  database: Queryable = getDatabase(),
): Promise<string[]> {
  const row = await database.preference.findUnique({
    where: { userId_key: { userId, key: preferenceKey } },
    select: { value: true },
  });
  return row ? favouritesSchema.parse(row.value) : [];
}

/**
 * Adds a favourite voice. Safe to repeat. One statement, so that two tabs do not undo each other.
 *
 * @throws StudioError input.invalid when there are 500 already
 */
export async function addFavouriteVoice(
  userId: string,
  voiceId: string,
  database: Queryable = getDatabase(),
): Promise<void> {
  const changed = await database.$executeRaw`
    INSERT INTO "Preference" AS kept ("userId", "key", "value", "updatedAt")
    VALUES (${userId}::uuid, ${preferenceKey}, jsonb_build_array(${voiceId}::text), now())
    ON CONFLICT ("userId", "key") DO UPDATE
    SET "value" = (kept."value" - ${voiceId}::text) || jsonb_build_array(${voiceId}::text), "updatedAt" = now()
    WHERE jsonb_array_length(kept."value" - ${voiceId}::text) < ${favouritesMax}`;
  if (changed === 0) {
    throw new StudioError("input.invalid", {
      fields: [{ path: "voiceId", key: "field.too-many", values: { maximum: favouritesMax } }],
    });
  }
}

/** Removes a favourite voice. Safe to repeat. */
export async function removeFavouriteVoice(
  userId: string,
  voiceId: string,
  database: Queryable = getDatabase(),
): Promise<void> {
  await database.$executeRaw`
    UPDATE "Preference" SET "value" = "value" - ${voiceId}::text, "updatedAt" = now()
    WHERE "userId" = ${userId}::uuid AND "key" = ${preferenceKey}`;
}
