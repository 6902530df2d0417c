import { deleteOldAuditEvents } from "@/lib/audit/delete-old-events.server";
import type { Database } from "@/lib/db/database.server";
import type { WorkerServices } from "@/lib/generations/record/worker-services.server";
import { getBlobStore } from "@/lib/media/store/get-blob-store.server";

const dayMs = 24 * 60 * 60 * 1000;

/** Far above any idle timeout of a source: an older temporary file has lost its writer. */
const idleTempMs = 60 * 60 * 1000;

/** A living writer waits for the database for a day at most, to write the row of a file. */
const idleNoteMs = 2 * dayMs;

/** Removes what nobody needs any more, now and once a day. `stop` resolves when nothing is being removed. */
export function startCleaning({ database, report }: Pick<WorkerServices, "database" | "report">): {
  stop(): Promise<void>;
} {
  async function clean(): Promise<void> {
    const files = cleanMedia(database).catch((error: unknown) =>
      report(error, "The media folder could not be tidied"),
    );
    const events = deleteOldAuditEvents(database).catch((error: unknown) =>
      report(error, "Old events of the audit log could not be deleted"),
    );
    await Promise.all([files, events]);
  }

  let cleaning = clean();
  const daily = setInterval(() => (cleaning = cleaning.then(clean)), dayMs);
  return {
    async stop() {
      clearInterval(daily);
      await cleaning;
    },
  };
}

/**
 * Removes what killed processes were storing: incomplete files, and complete ones that got no row. Other files without a
 * row are left, since they may belong to another database.
 */
async function cleanMedia(database: Database): Promise<void> {
  const store = await getBlobStore();
  const isNamed = async (sha256: string) => (await database.asset.findFirst({ where: { sha256 } })) !== null;
  await store.removeUnnamed(isNamed, new Date(Date.now() - idleNoteMs));
  await store.cleanTemp(new Date(Date.now() - idleTempMs));
}
