import type { Database } from "@/lib/db/database.server";
import { addImportedSnippet } from "@/lib/snippets/snippets.server";
import type { Archive } from "./open-archive.server";
import { readNewRows } from "./read-new-rows.server";

interface Target {
  archive: Archive;
  database: Database;
  userId: string;
}

/** Adds snippets that the account doesn't have, also by name, until it has as many as it may. */
export async function importSnippets(target: Target): Promise<void> {
  const { database, userId } = target;
  for await (const snippet of readNewRows(target, "snippets")) {
    await addImportedSnippet(database, { ...snippet, userId });
  }
}
