import { studioClock } from "@/lib/clock";
import { jsonNull } from "@/lib/db/database.server";
import { withDatabaseRetry } from "@/lib/db/with-database-retry.server";
import { describeError } from "@/lib/errors/error-facts";
import { getLogger } from "@/lib/errors/logger.server";
import { StudioError } from "@/lib/errors/studio-error";
import type { WorkerPresence } from "@/lib/jobs/worker-presence.server";
import { filmExportChannel, parseFilmExportChange } from "@/lib/live/live-hub.server";
import { RenderError } from "../render/render-fault";
import {
  changeHeld,
  claimExport,
  type ClaimedExport,
  markWaiting,
  releaseForgotten,
} from "./claim-export.server";
import { ExportFault } from "./export-fault";
import { removeOldExportFolders } from "./export-folders.server";
import { LostExportError } from "./lost-export";
import { type ExportServices, isLasting, NoRoomError, runExport } from "./run-export.server";

const recoveryIntervalMs = 15_000;
/** How often a running export looks whether the disk has room. */
const spaceIntervalMs = 5_000;
/** What fails without a lasting reason is tried again, so often in a row. */
const maxFaults = 4;

/** The worker stops; the next one goes on. */
class StoppedError extends Error {}

/**
 * Exports films, one at a time. A notification of the transaction that asks for one wakes it. All of it is in rows: what a killed
 * worker has not done, the next one does.
 */
export function startFilmExports(
  services: ExportServices,
  presence: Pick<WorkerPresence, "id" | "lease" | "onNews" | "onDeath">,
): { stop(): Promise<void> } {
  const { database, report, hasDiskSpace } = services;
  let current: { id: string; controller: AbortController } | null = null;
  let stopping = false;
  let working: Promise<void> | null = null;
  let lookAgain = false;
  /** When exports that failed without a lasting reason, or had no room, are tried again. */
  const later = new Map<string, number>();

  function wake(): void {
    lookAgain = true;
    working ??= workOn().finally(() => {
      working = null;
      // Asked for between the last look and this.
      if (lookAgain && !stopping) wake();
    });
  }

  async function workOn(): Promise<void> {
    while (lookAgain && !stopping) {
      lookAgain = false;
      try {
        await look();
      } catch (error) {
        report(error, "Films could not be exported; they are soon");
      }
    }
  }

  async function look(): Promise<void> {
    await releaseForgotten(database, presence.id);
    await removeOldExportFolders(database);
    while (!stopping && presence.lease.hold() !== null) {
      const hasSpace = await hasDiskSpace();
      await markWaiting(database, hasSpace ? null : "disk", listLater());
      if (!hasSpace) return;
      const row = await claimExport(database, presence.id, listLater());
      if (!row) return;
      await take(row);
      await removeOldExportFolders(database);
    }
  }

  function listLater(): string[] {
    for (const [id, at] of later) if (at <= studioClock.now()) later.delete(id);
    return [...later.keys()];
  }

  async function take(row: ClaimedExport): Promise<void> {
    const controller = new AbortController();
    current = { id: row.id, controller };
    const abort = (reason: Error) => controller.abort(reason);
    if (stopping) abort(new StoppedError());
    const space = setInterval(() => void lookForSpace(abort), spaceIntervalMs);
    try {
      await runExport(services, row, { signal: controller.signal, abort });
      getLogger().info({ exportId: row.id }, "A film was exported");
    } catch (error) {
      await withDatabaseRetry(() => putBack(row, controller.signal.reason ?? error), { patienceMs: 60_000 });
    } finally {
      clearInterval(space);
      current = null;
    }
  }

  async function lookForSpace(abort: (reason: Error) => void): Promise<void> {
    try {
      if (!(await hasDiskSpace())) abort(new NoRoomError());
    } catch (error) {
      report(error, "The space on the disk could not be measured");
    }
  }

  /** Writes why an export has no result: it goes on later, or failed for good. */
  async function putBack(row: ClaimedExport, error: unknown): Promise<void> {
    if (error instanceof LostExportError) return;
    const queued = { state: "queued", workerId: null, phase: null, leftMs: null };
    if (error instanceof StoppedError) return void (await changeHeld(database, row, queued));
    if (error instanceof NoRoomError) {
      later.set(row.id, studioClock.now() + recoveryIntervalMs);
      return void (await changeHeld(database, row, { ...queued, waiting: "disk" }));
    }
    const faults = row.faults + 1;
    report(error, "A film could not be exported", { exportId: row.id, faults });
    if (!isLasting(error) && faults < maxFaults) {
      later.set(row.id, studioClock.now() + faults * recoveryIntervalMs);
      return void (await changeHeld(database, row, { ...queued, faults }));
    }
    await changeHeld(database, row, {
      ...{ ...queued, state: "failed", waiting: null, faults, document: jsonNull },
      ...{ error: describeFault(error), finishedAt: new Date(studioClock.now()) },
    });
  }

  /** A cancelled export ends at once, not with its next progress. */
  async function lookAtCurrent(): Promise<void> {
    const running = current;
    if (!running) return;
    try {
      const held = await database.filmExport.findFirst({
        where: { id: running.id },
        select: { id: true, workerId: true, state: true },
      });
      if (held?.state !== "running" || held.workerId !== presence.id)
        running.controller.abort(new LostExportError());
    } catch (error) {
      report(error, "An export could not be looked at; its progress does it");
    }
  }

  presence.onNews(filmExportChannel, (payload) => {
    const change = payload === null ? null : parseFilmExportChange(payload);
    if (payload === null || change?.news === "ended") void lookAtCurrent();
    if (payload === null || change?.news === "asked") wake();
  });
  presence.onDeath(wake);
  wake();
  const recovery = setInterval(() => {
    void lookAtCurrent();
    wake();
  }, recoveryIntervalMs);
  return {
    async stop() {
      stopping = true;
      clearInterval(recovery);
      current?.controller.abort(new StoppedError());
      await working;
    },
  };
}

function describeFault(error: unknown) {
  if (error instanceof RenderError) return describeError(new StudioError("film.export-unfinished"));
  const item = error instanceof ExportFault ? error.item : undefined;
  return { ...describeError(error), ...(item ? { itemId: item.id, itemName: item.name } : {}) };
}
