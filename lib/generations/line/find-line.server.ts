import { getConnection } from "@/lib/connections/get-connection.server";
import type { Queryable } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { getRateLine, type RateLine } from "@/lib/paid-calls/rate-line.server";
import type { GenerationServices } from "../record/services.server";
import { parseStoredInput } from "../record/stored-input";

/** What names the line of a generation. */
interface LineRow {
  userId: string;
  generator: string;
  input: unknown;
  rateBucket: string | null;
}

/**
 * The line of a generation with the current limits; null where it has none, or where nothing can be sent there any more.
 */
export async function findLine(
  { definitions }: Pick<GenerationServices, "definitions">,
  database: Queryable,
  row: LineRow,
): Promise<(RateLine & { bucket: string }) | null> {
  if (row.rateBucket === null) return null;
  try {
    const { definition, input } = parseStoredInput(definitions, row);
    const connection = await getConnection(row.userId, database);
    return { ...getRateLine(connection, definition.summariseInput(input)), bucket: row.rateBucket };
  } catch (error) {
    if (error instanceof StudioError) return null;
    throw error;
  }
}
