import { execFile } from "node:child_process";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { z } from "zod";
import { areBootAccountsDone } from "@/lib/auth/boot-accounts-done.server";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@/lib/db/embedded-postgres.server";
import { getMigrationStatus } from "@/lib/db/migration-status.server";
import { ClusterError } from "@/lib/db/embedded/postgres-cluster.server";
import { LaunchError, say, warn } from "./console";
import { rotateLog } from "./log-file";
import { describeMachine, type MachineSession, openMachineSession } from "./machine-session";
import { preload } from "./node-options";
import type { LauncherSettings } from "./settings";

const firstPauseMs = 500;
const longestPauseMs = 30_000;

const preparedSchema = z.object({ applied: z.array(z.string()), setupToken: z.string().nullable() });

/** Keeps the embedded PostgreSQL running. Does nothing where DATABASE_URL names another one. */
export class DatabaseService {
  readonly #settings: LauncherSettings;
  #server: EmbeddedPostgres | undefined;
  #machine: MachineSession | undefined;
  #stopping = false;
  #url: string;

  constructor(settings: LauncherSettings) {
    this.#settings = settings;
    this.#url = settings.env.DATABASE_DIRECT_URL ?? settings.env.DATABASE_URL ?? "";
  }

  get url(): string {
    return this.#url;
  }

  /**
   * @param onAddress called with the URL before the database is ready, and whenever it changes, as after a crash when
   *   another program has taken the port
   */
  async start(onAddress: (url: string) => void): Promise<void> {
    if (this.#settings.env.DATABASE_URL) return onAddress(this.#settings.env.DATABASE_URL);
    try {
      await this.#startServer(onAddress);
    } catch (error) {
      if (error instanceof ClusterError) throw new LaunchError(error.message, { cause: error });
      throw error;
    }
    void this.#keepRunning(onAddress);
  }

  async #startServer(onAddress: (url: string) => void): Promise<void> {
    const { dataDir, logsDir } = this.#settings;
    const logFile = path.join(logsDir, "postgres.log");
    rotateLog(logFile);
    const port = this.#url ? Number(new URL(this.#url).port) : undefined;
    this.#server = await startEmbeddedPostgres({
      clusterDir: path.join(dataDir, "postgres"),
      passwordFile: path.join(dataDir, "postgres-password"),
      logFile,
      ...(port ? { preferredPort: port } : {}),
      onAddress,
    });
    this.#url = this.#server.url;
    onAddress(this.#url);
    // It was told to stop while the server started.
    if (this.#stopping) await this.#server.stop();
  }

  async #keepRunning(onAddress: (url: string) => void): Promise<void> {
    for (let pauseMs = firstPauseMs; !this.#stopping;) {
      await this.#server?.ended;
      if (this.#stopping) return;
      warn(`PostgreSQL exited and is restarting. Log: ${path.join(this.#settings.logsDir, "postgres.log")}`);
      try {
        await this.#startServer(onAddress);
        pauseMs = firstPauseMs;
      } catch (error) {
        warn(`${(error as Error).message}\nThe next try is in ${pauseMs / 1000} s.`);
        // Must not hold up the end of the launcher.
        await delay(pauseMs, undefined, { ref: false });
        pauseMs = Math.min(pauseMs * 2, longestPauseMs);
      }
    }
  }

  /**
   * Applies pending migrations and the account settings of the environment. Launchers that share a database take turns.
   *
   * @returns the setup token while nobody has an account, otherwise null
   */
  async prepare(): Promise<string | null> {
    const program = path.join(this.#settings.root, "dist/launcher/prepare-database.mjs");
    let output: string;
    try {
      output = (
        await promisify(execFile)(process.execPath, [
          ...preload(this.#settings.root, "map-own-stacks.mjs"),
          program,
        ])
      ).stdout;
    } catch (error) {
      const said = (error as { stderr?: string }).stderr?.trim() || (error as Error).message;
      const { hostname, port } = new URL(this.#url);
      throw new LaunchError(`The database at ${hostname}:${port || 5432} can't be used.\n${said}`, {
        cause: error,
      });
    }
    const { applied, setupToken } = preparedSchema.parse(JSON.parse(output));
    if (applied.length > 0) say(`Applied ${applied.length} database migrations.`);
    return setupToken;
  }

  /**
   * Makes sure that this machine can share the database with the others that use it, and tells them of this one.
   *
   * @throws LaunchError
   */
  async join(): Promise<void> {
    try {
      this.#machine = await openMachineSession(this.#url, describeMachine(this.#settings));
    } catch (error) {
      // `prepare` says why a database can't be reached.
      if (error instanceof LaunchError) throw error;
    }
    // Nobody else can use the embedded one.
    if (this.#settings.env.DATABASE_URL) return;
    await this.#machine?.close();
    this.#machine = undefined;
  }

  /** Whether `prepare` would change nothing. It takes a third of a second of processor time at each start. */
  async isPrepared(): Promise<boolean> {
    const { STUDIO_API_TOKEN, STUDIO_SECRET_PREVIOUS } = this.#settings.env;
    if (STUDIO_SECRET_PREVIOUS || !(await this.isMigrated())) return false;
    return areBootAccountsDone(this.#url, STUDIO_API_TOKEN);
  }

  /** Whether every migration is applied; a newer version may have added some. A database that can't be asked isn't; `prepare` says why. */
  async isMigrated(): Promise<boolean> {
    const migrationsDir = path.join(this.#settings.root, "prisma/migrations");
    try {
      const { pending, tooNew, edited } = await getMigrationStatus(this.#url, migrationsDir);
      return [pending, tooNew, edited].every((names) => names.length === 0);
    } catch {
      return false;
    }
  }

  /** @param withinMs after which the server ends without a checkpoint, and recovers at the next start */
  async stop(withinMs?: number): Promise<void> {
    this.#stopping = true;
    await this.#machine?.close();
    await this.#server?.stop(withinMs);
  }
}
