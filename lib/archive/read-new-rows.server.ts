import type { Database } from "@/lib/db/database.server";
import type { ArchiveRow } from "./archive-tables.server";
import { mapIds } from "./map-ids.server";
import type { Archive } from "./open-archive.server";

/** Tables of what a person saves under names, by their names in an archive. */
const tables = { savedSearches: "SavedSearch", presets: "Preset", snippets: "Snippet" } as const;
type NamedTable = keyof typeof tables;

interface Target {
  archive: Archive;
  database: Database;
  userId: string;
}

/** The rows of an archive that the account doesn't have, with the IDs that they get here. */
export async function* readNewRows<Name extends NamedTable>(
  { archive, database, userId }: Target,
  name: Name,
): AsyncGenerator<ArchiveRow<Name>> {
  for await (const row of archive.readRows(name)) {
    const ids = await mapIds(database, { table: tables[name], userId, ids: [row.id] });
    const { id, isKnown } = ids.get(row.id)!;
    if (!isKnown) yield { ...row, id };
  }
}
