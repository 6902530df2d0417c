import type { Prisma, Queryable } from "@/lib/db/database.server";
import { withDatabaseRetry } from "@/lib/db/with-database-retry.server";
import { streamChannel } from "@/lib/live/live-hub.server";
import type { LiveFacts } from "../record/stored-facts";

/** Which result of which generation is streamed. */
export interface StreamTarget {
  generationId: string;
  role: string;
  index: number;
}

/** Consecutive pieces. */
interface PieceRun {
  bytes: Uint8Array[];
  /** The offset of the next piece. */
  nextOffset: number;
  /** Whether the result is complete with these. */
  isEnd: boolean;
  /** Whether more pieces may be there than are read at once. */
  isFull: boolean;
}

/** How many pieces are read at once; times `maxPieceBytes`, the memory of one reader. */
const piecesPerRead = 8;

/** The largest piece, which bounds the memory of a reader. */
export const maxPieceBytes = 256 * 1024;

/**
 * Writes one piece and notifies every listener, in one statement. The first one (offset 0) also marks the generation as
 * playable. Safe to repeat after a lost connection.
 *
 * @param piece.isKnown whether listeners have it already, so that they aren't notified
 * @param piece.isLast whether the result is complete with it
 * @returns false where the generation is no longer this worker's
 */
export async function writePiece(
  database: Queryable,
  target: StreamTarget,
  piece: {
    offset: number;
    bytes: Uint8Array;
    isKnown: boolean;
    isLast: boolean;
    workerId: string;
    live: LiveFacts;
  },
): Promise<boolean> {
  const { generationId, role, index } = target;
  const { offset, bytes, isKnown, isLast, workerId } = piece;
  const live = JSON.stringify(piece.live);
  const rows = await database.$queryRaw<unknown[]>`
    WITH held AS (
      SELECT "id" FROM "Generation"
      WHERE "id" = ${generationId}::uuid AND "state" = 'running' AND "workerId" = ${workerId}
    ), piece AS (
      INSERT INTO "StreamPiece" ("generationId", "role", "index", "offset", "bytes")
      SELECT held."id", ${role}, ${index}::int, part."offset", part."bytes" FROM held, (
        SELECT ${offset}::int AS "offset", ${bytes}::bytea AS "bytes"
        -- The end is an empty piece.
        UNION ALL SELECT ${offset + bytes.byteLength}::int, ''::bytea WHERE ${isLast}::boolean
      ) part
      ON CONFLICT DO NOTHING
    ), told AS (
      UPDATE "Generation" SET "live" = ${live}::jsonb, "version" = "version" + 1, "updatedAt" = now()
      WHERE ${offset}::int = 0 AND "live" IS NULL AND "id" IN (SELECT "id" FROM held)
    )
    SELECT CASE WHEN NOT ${isKnown}::boolean THEN pg_notify(${streamChannel}, held."id"::text)::text END FROM held`;
  return rows.length === 1;
}

/** The name of a stream in the relay. */
export const nameStream = ({ generationId, role, index }: StreamTarget): string =>
  `${generationId}.${Buffer.from(role).toString("hex")}.${index}`;

/**
 * The next bytes from an offset, up to a gap, which a crash of the database may leave. A listener who heard some past the database may
 * be in the middle of a piece.
 */
export async function readPieces(
  database: Queryable,
  { generationId, role, index }: StreamTarget,
  fromOffset: number,
): Promise<PieceRun> {
  const rows = await database.$queryRaw<{ offset: number; bytes: Uint8Array }[]>`
    SELECT "offset", "bytes" FROM "StreamPiece"
    WHERE "generationId" = ${generationId}::uuid AND "role" = ${role} AND "index" = ${index}::int AND "offset" >= coalesce((
      SELECT max("offset") FROM "StreamPiece"
      WHERE "generationId" = ${generationId}::uuid AND "role" = ${role} AND "index" = ${index}::int
        AND "offset" <= ${fromOffset}::int
    ), ${fromOffset}::int)
    ORDER BY "offset" LIMIT ${piecesPerRead}::int`;
  const run: PieceRun = {
    bytes: [],
    nextOffset: fromOffset,
    isEnd: false,
    isFull: rows.length === piecesPerRead,
  };
  for (const { offset, bytes } of rows) {
    const end = offset + bytes.byteLength;
    if (offset > run.nextOffset) break;
    if (bytes.byteLength === 0 && offset === run.nextOffset) return { ...run, isEnd: true };
    if (end <= run.nextOffset) continue;
    run.bytes.push(bytes.subarray(run.nextOffset - offset));
    run.nextOffset = end;
  }
  return run;
}

/** A streamed result read from its pieces, in constant memory. `isWhole` is valid after the last byte. */
export function openPieces(
  database: Queryable,
  target: StreamTarget,
): { source: AsyncIterable<Uint8Array>; isWhole: () => boolean } {
  let isWhole = false;
  async function* read(): AsyncGenerator<Uint8Array> {
    for (let offset = 0; ;) {
      const run = await withDatabaseRetry(() => readPieces(database, target, offset));
      yield* run.bytes;
      isWhole = run.isEnd;
      if (run.isEnd || run.bytes.length === 0) return;
      offset = run.nextOffset;
    }
  }
  return { source: read(), isWhole: () => isWhole };
}

/** Deletes the pieces of a settled result and ends its live stream. Part of the caller's transaction. */
export async function endStream(transaction: Prisma.TransactionClient, target: StreamTarget): Promise<void> {
  await transaction.$executeRaw`
    WITH pieces AS (
      DELETE FROM "StreamPiece"
      WHERE "generationId" = ${target.generationId}::uuid AND "role" = ${target.role}
        AND "index" = ${target.index}::int
    )
    UPDATE "Generation" SET "live" = NULL
    WHERE "id" = ${target.generationId}::uuid AND "live" ->> 'role' = ${target.role}
      AND ("live" ->> 'index')::int = ${target.index}::int`;
}
