import type { Database } from "@/lib/db/database.server";
import { addImportedSearch } from "@/lib/saved-searches/saved-searches.server";
import { mapIds } from "./map-ids.server";
import type { Archive } from "./open-archive.server";
import { readNewRows } from "./read-new-rows.server";

/** Adds saved searches that the account doesn't have, also by name, until it has as many as it may. After its projects. */
export async function importSavedSearches(target: {
  archive: Archive;
  database: Database;
  userId: string;
}): Promise<void> {
  const { database, userId } = target;
  for await (const { query, ...search } of readNewRows(target, "savedSearches")) {
    const mapped = await mapProject(database, userId, query);
    await addImportedSearch(database, { ...search, userId, query: mapped });
  }
}

/** The query with the ID that its project has here. */
async function mapProject(database: Database, userId: string, query: string): Promise<string> {
  const search = new URLSearchParams(query);
  const project = search.get("project");
  if (project === null) return query;
  const ids = await mapIds(database, { table: "Project", userId, ids: [project] });
  search.set("project", ids.get(project)!.id);
  return search.toString();
}
