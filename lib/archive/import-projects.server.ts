import type { Database } from "@/lib/db/database.server";
import { ArchiveError } from "./archive-error";
import type { ArchiveRow } from "./archive-tables.server";
import { mapIds } from "./map-ids.server";
import type { Archive } from "./open-archive.server";

const batchSize = 500;

interface Target {
  archive: Archive;
  database: Database;
  userId: string;
}

/** Adds projects that the account doesn't have, and items that its projects lack. */
export async function importProjects({ archive, database, userId }: Target): Promise<void> {
  const projects = new Map<string, string>();
  for await (const { coverItemId, ...project } of archive.readRows("projects")) {
    const { id, isKnown } = (await mapIds(database, { table: "Project", userId, ids: [project.id] })).get(
      project.id,
    )!;
    projects.set(project.id, id);
    if (isKnown) continue;
    const cover = coverItemId && (await mapItems(database, userId, [coverItemId])).get(coverItemId);
    await database.project.create({ data: { ...project, id, userId, coverItemId: cover ?? null } });
  }
  let batch: ArchiveRow<"projectItems">[] = [];
  for await (const row of archive.readRows("projectItems")) {
    batch.push(row);
    if (batch.length < batchSize) continue;
    await addItems({ database, userId, projects }, batch);
    batch = [];
  }
  await addItems({ database, userId, projects }, batch);
}

async function addItems(
  { database, userId, projects }: { database: Database; userId: string; projects: Map<string, string> },
  rows: readonly ArchiveRow<"projectItems">[],
): Promise<void> {
  const items = await mapItems(
    database,
    userId,
    rows.map(({ itemId }) => itemId),
  );
  await database.projectItem.createMany({
    data: rows.flatMap(({ projectId, itemId, ...place }) => {
      const project = projects.get(projectId);
      if (!project) throw new ArchiveError(`The archive lacks the project ${projectId}.`);
      const item = items.get(itemId);
      return item ? [{ ...place, projectId: project, itemId: item }] : [];
    }),
    skipDuplicates: true,
  });
}

/** The items that the account has, by their IDs in the archive. */
export async function mapItems(
  database: Database,
  userId: string,
  archivedIds: readonly string[],
  asCopies = false,
): Promise<Map<string, string>> {
  const mapped = await mapIds(database, { table: "Output", userId, ids: archivedIds, asCopies });
  const found = await database.item.findMany({
    where: { userId, id: { in: [...mapped.values()].map(({ id }) => id) } },
    select: { id: true },
  });
  const own = new Set(found.map(({ id }) => id));
  return new Map(
    [...mapped].flatMap(([archivedId, { id }]): [string, string][] =>
      own.has(id) ? [[archivedId, id]] : [],
    ),
  );
}

/** Adds preferences that the account doesn't have. */
export async function importPreferences({ archive, database, userId }: Target): Promise<void> {
  for await (const { key, value } of archive.readRows("preferences")) {
    await database.preference.createMany({ data: { userId, key, value }, skipDuplicates: true });
  }
}
