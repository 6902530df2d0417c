import { deleteOldAuditEvents } from "@/lib/audit/delete-old-events.server";
import type { Database } from "@/lib/db/database.server";
import { studioClock } from "@/lib/clock";
import { emptyOldTrash } from "@/lib/generations/change/empty-trash.server";
import { deleteOldItemTasks } from "@/lib/item-tasks/end-item-task.server";
import { keepTrashClock } from "@/lib/generations/change/trash-clock.server";
import type { WorkerServices } from "@/lib/generations/record/worker-services.server";
import { deleteOldEnds } from "@/lib/notices/digest.server";
import { forgetOldPushes } from "@/lib/notices/work-on-pushes.server";
import { removeUnusedFiles } from "@/lib/media/removal/remove-unused-files.server";
import { sweepStore } from "@/lib/media/removal/sweep-store.server";
import { emptyOldFilms } from "@/lib/films/change/change-film.server";
import { deleteOldExports } from "@/lib/films/export/end-export.server";
import { getBlobStore } from "@/lib/media/store/get-blob-store.server";
import { trimDeliveries } from "@/lib/webhooks/deliveries.server";

const dayMs = 24 * 60 * 60 * 1000;

/** What has just been stored is held for as long. */
const removalIntervalMs = 10 * 60 * 1000;

/** The clocks of webs and workers may differ by less. */
const throttleKeptMs = 60 * 60 * 1000;

/** Far above any idle timeout of a source: an older temporary file has lost its writer. */
const idleTempMs = 60 * 60 * 1000;

/**
 * Removes what nobody needs any more, now and once a day; files of deleted items and counts of sign-ins more often. `stop` resolves when nothing
 * is being removed.
 */
export function startCleaning({ database, report }: Pick<WorkerServices, "database" | "report">): {
  stop(): Promise<void>;
} {
  const stopping = new AbortController();

  async function clean(): Promise<void> {
    const files = cleanMedia(database, stopping.signal).catch((error: unknown) =>
      report(error, "The media folder could not be tidied"),
    );
    const events = deleteOldAuditEvents(database).catch((error: unknown) =>
      report(error, "Old events of the audit log could not be deleted"),
    );
    const trash = emptyExpiredTrash(database).catch((error: unknown) =>
      report(error, "Old items of the trash could not be deleted"),
    );
    const tasks = deleteOldItemTasks({ database, clock: studioClock }).catch((error: unknown) =>
      report(error, "Old tasks of items could not be deleted"),
    );
    const exports = deleteOldExports(database).catch((error: unknown) =>
      report(error, "Old exports of films could not be forgotten"),
    );
    const ends = deleteOldEnds(database, Date.now()).catch((error: unknown) =>
      report(error, "Old ends of generations could not be forgotten"),
    );
    const deliveries = trimDeliveries(database, studioClock.now()).catch((error: unknown) =>
      report(error, "Old deliveries of webhooks could not be deleted"),
    );
    const pushes = forgetOldPushes(database, studioClock.now()).catch((error: unknown) =>
      report(error, "Old messages to browsers could not be deleted"),
    );
    await Promise.all([files, events, trash, tasks, exports, ends, deliveries, pushes]);
  }

  async function cleanOften(): Promise<void> {
    const files = getBlobStore()
      .then((store) => removeUnusedFiles({ database, store }))
      .catch((error: unknown) => report(error, "Deleted files could not be removed"));
    const attempts = deleteExpiredAttempts(database).catch((error: unknown) =>
      report(error, "Old attempts to sign in could not be forgotten"),
    );
    await Promise.all([files, attempts]);
  }

  let cleaning = clean().then(cleanOften);
  const often = setInterval(() => (cleaning = cleaning.then(cleanOften)), removalIntervalMs);
  const daily = setInterval(() => (cleaning = cleaning.then(clean)), dayMs);
  return {
    async stop() {
      stopping.abort();
      clearInterval(daily);
      clearInterval(often);
      await cleaning;
    },
  };
}

/** Deletes for good what has been in the trash for longer than STUDIO_TRASH_DAYS, if it limits that. */
async function emptyExpiredTrash(database: Database): Promise<void> {
  const { days, notBefore } = await keepTrashClock(database, Date.now());
  if (days === null || notBefore === null || notBefore.getTime() > Date.now()) return;
  const before = new Date(Date.now() - days * dayMs);
  await emptyOldTrash({ database, clock: studioClock }, before);
  await emptyOldFilms(database, before);
}

/** Counts of sign-ins (lib/auth/sign-in-throttle.server.ts) whose window has ended count no more, but stay until somebody tries again. */
async function deleteExpiredAttempts(database: Database): Promise<void> {
  const before = new Date(Date.now() - throttleKeptMs);
  await database.signInThrottle.deleteMany({ where: { expire: { lt: before } } });
}

/** Removes what killed processes were storing, and compares all files with their rows. */
async function cleanMedia(database: Database, signal: AbortSignal): Promise<void> {
  const store = await getBlobStore();
  await store.cleanTemp(new Date(Date.now() - idleTempMs));
  await sweepStore({ database, store, signal });
}
