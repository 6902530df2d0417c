import type { Database, Queryable } from "@/lib/db/database.server";
import type { FilmExport } from "@/lib/db/generated/client";
import { studioClock } from "@/lib/clock";
import { filmFormat } from "../film-document";
import { tellExport } from "./tell-export.server";

/** An export that a worker has. */
export type ClaimedExport = FilmExport;

/**
 * Takes the next export for a worker: what was begun goes on first, then the person is next who was served longest ago. A document
 * of a newer form is left to a worker of that version.
 *
 * @param later exports that are not to be tried again yet
 */
export async function claimExport(
  database: Database,
  workerId: string,
  later: readonly string[],
): Promise<ClaimedExport | null> {
  return database.$transaction(async (transaction) => {
    const now = new Date(studioClock.now());
    const [taken] = await transaction.$queryRaw<{ id: string }[]>`
      UPDATE "FilmExport"
      SET "state" = 'running', "workerId" = ${workerId}, "attempt" = "attempt" + 1, "waiting" = NULL, "phase" = 'sources',
        "leftMs" = NULL, "startedAt" = coalesce("startedAt", ${now}), "revision" = "revision" + 1
      WHERE "id" = (
        SELECT export."id" FROM "FilmExport" export JOIN "User" person ON person."id" = export."userId"
        WHERE person."disabledAt" IS NULL AND (
          export."state" = 'queued' OR (
            export."state" = 'running' AND NOT EXISTS (SELECT FROM "Worker" WHERE "Worker"."id" = export."workerId")
          )
        )
        AND (export."document" ->> 'format')::int <= ${filmFormat} AND export."id" <> ALL (${later}::uuid[])
        ORDER BY export."startedAt" IS NULL, (
          SELECT max(served."startedAt") FROM "FilmExport" served WHERE served."userId" = export."userId"
        ) NULLS FIRST, export."id"
        LIMIT 1 FOR UPDATE OF export SKIP LOCKED
      )
      RETURNING "id"`;
    if (!taken) return null;
    await tellExport(transaction, taken.id);
    return transaction.filmExport.findUniqueOrThrow({ where: { id: taken.id } });
  });
}

type Held = Pick<ClaimedExport, "id" | "workerId" | "attempt">;

/** The columns of a row while an attempt at it has it: it may have been cancelled, deleted or taken over. */
export const heldBy = ({ id, workerId, attempt }: Held) => ({ id, workerId, attempt, state: "running" });

/**
 * Changes the row of an export that this attempt has, and tells of it.
 *
 * @returns false where it has lost it
 */
export async function changeHeld(
  database: Database,
  held: Held,
  data: Parameters<Queryable["filmExport"]["updateMany"]>[0]["data"],
): Promise<boolean> {
  return database.$transaction(async (transaction) => {
    const { count } = await transaction.filmExport.updateMany({
      where: heldBy(held),
      data: { ...data, revision: { increment: 1 } },
    });
    if (count > 0) await tellExport(transaction, held.id, data.state === "queued" ? "asked" : null);
    return count > 0;
  });
}

/** Gives back what a worker has that works on nothing, after a fault of the database kept it from saying so. */
export async function releaseForgotten(database: Database, workerId: string): Promise<void> {
  await database.filmExport.updateMany({
    where: { workerId, state: "running" },
    data: { state: "queued", workerId: null, phase: null, leftMs: null, revision: { increment: 1 } },
  });
}

/** Tells those who wait for room on the disk, or no longer do, why. */
export async function markWaiting(
  database: Database,
  waiting: "disk" | null,
  later: readonly string[],
): Promise<void> {
  await database.$transaction(async (transaction) => {
    const changed = await transaction.$queryRaw<{ id: string }[]>`
      UPDATE "FilmExport" SET "waiting" = ${waiting}, "revision" = "revision" + 1
      WHERE "state" = 'queued' AND "waiting" IS DISTINCT FROM ${waiting} AND "id" <> ALL (${later}::uuid[])
      RETURNING "id"`;
    for (const { id } of changed) await tellExport(transaction, id);
  });
}
