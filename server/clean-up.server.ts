import { deleteOldAuditEvents } from "@/lib/audit/delete-old-events.server";
import type { WorkerServices } from "@/lib/generations/record/worker-services.server";
import { getBlobStore } from "@/lib/media/store/get-blob-store.server";

const dayMs = 24 * 60 * 60 * 1000;

/** Far above any idle timeout of a source: an older temporary file has lost its writer. */
const idleTempMs = 60 * 60 * 1000;

/** Removes what nobody needs any more, now and once a day. `stop` resolves when nothing is being removed. */
export function startCleaning({ database, report }: Pick<WorkerServices, "database" | "report">): {
  stop(): Promise<void>;
} {
  async function clean(): Promise<void> {
    // Incomplete files of killed processes only: complete files without a row may belong to another database.
    const files = getBlobStore()
      .then((store) => store.cleanTemp(new Date(Date.now() - idleTempMs)))
      .catch((error: unknown) => report(error, "The media folder could not be tidied"));
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
