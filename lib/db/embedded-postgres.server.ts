import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { findFreePort } from "@/lib/network/free-port.server";
import { type PostgresAccount, choosePostgresAccount } from "./embedded/postgres-account.server";
import { adminAddress, studioAddress } from "./embedded/postgres-address.server";
import { type PostgresBinaries, locatePostgresBinaries } from "./embedded/postgres-binaries.server";
import {
  ClusterError,
  type ClusterPaths,
  deriveStudioPassword,
  ensureCluster,
  ensurePassword,
  findAdminPassword,
  lastLines,
  programEnvironment,
} from "./embedded/postgres-cluster.server";
import {
  type Postmaster,
  findPostmaster,
  isProcessAlive,
  removeForeignPostmasterFile,
} from "./embedded/postmaster-file.server";
import { ensureStudioDatabase } from "./embedded/studio-role.server";

type EmbeddedPostgresOptions = ClusterPaths & {
  /** The server's log; appended to. */
  logFile: string;
  /** Used if it is free, otherwise any free port. Keeps the address of a restarted server valid. */
  preferredPort?: number;
  /** Called with the server's URL before it is ready, and again if another port turns out to be needed. */
  onAddress?: (url: string) => void;
  /** `scratch` trades durability for speed. For tests only. */
  durability?: "durable" | "scratch";
};

/** A running server, started or adopted. */
export type EmbeddedPostgres = {
  /** The database URL of the studio's role, including the password. */
  url: string;
  /** The URL of the superuser's own database. */
  adminUrl: string;
  pid: number;
  /** Whether it was already running, left by a killed launcher. */
  adopted: boolean;
  /** Resolves when the server has ended for any reason. */
  ended: Promise<void>;
  /** Ends open sessions, syncs to disk and waits for the end. After `withinMs`, it is left to end as after a crash. */
  stop(withinMs?: number): Promise<void>;
};

/** How long to wait for the processes of a killed server, which end within seconds. */
const leftoversTimeoutMs = 10_000;
/** Recovery of a big library after a crash may take long; a server that exits is detected earlier. */
const readyTimeoutMs = 300_000;
const pollIntervalMs = 40;

const serverSettings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "60",
  shared_buffers: "64MB",
  jit: "off",
  // One server without replicas: log only what recovery needs.
  wal_level: "minimal",
  max_wal_senders: "0",
  max_logical_replication_workers: "0",
  log_timezone: "UTC",
  timezone: "UTC",
  log_line_prefix: "%m [%p] ",
};

const scratchSettings = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  autovacuum: "off",
  max_connections: "200",
};

/**
 * Starts PostgreSQL on a free port of 127.0.0.1, or adopts the server already running on the folder. Creates
 * missing folders, password and database, and recovers after a killed server or launcher. @throws ClusterError
 * where the folder is corrupt or of another version, with instructions
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const binaries = await locatePostgresBinaries();
  mkdirSync(path.dirname(options.clusterDir), { recursive: true, mode: 0o711 });
  const account = await choosePostgresAccount([binaries.postgres, options.clusterDir]);
  await ensureCluster(binaries, account, options, { sync: options.durability !== "scratch" });

  const running = await adoptOrWaitForEnd(options);
  if (running) return running;

  const password = await ensurePassword(binaries, account, options);
  const deadline = Date.now() + leftoversTimeoutMs;
  for (;;) {
    const logStart = await logLength(options.logFile);
    const port = await findFreePort(options.preferredPort);
    options.onAddress?.(studioAddress(port, password));
    const child = spawnServer(binaries, account, options, port);
    try {
      await waitUntilReady(child, adminAddress(port, password));
      const findAddress = (database: string) => adminAddress(port, password, database);
      await ensureStudioDatabase(findAddress, deriveStudioPassword(password));
      return describe({ pid: child.pid!, port, password, adopted: false, ended: childEnded(child) });
    } catch (error) {
      child.kill("SIGINT");
      if (!(error instanceof ServerEnded)) throw error;
      const log = (await readFile(options.logFile, "utf8")).slice(logStart);
      const isTemporary =
        /pre-existing shared memory block|lock file ".*" already exists|could not bind|in use/.test(log);
      if (!isTemporary || Date.now() > deadline) {
        throw new ClusterError(
          `PostgreSQL failed to start on ${options.clusterDir}:\n${lastLines(log, 8)}\n` +
            "If the folder is damaged, restore it from a backup, or move it away to start with an empty library.",
          { cause: error },
        );
      }
      await delay(pollIntervalMs * 5);
    }
  }
}

class ServerEnded extends Error {}

async function adoptOrWaitForEnd(options: ClusterPaths): Promise<EmbeddedPostgres | null> {
  const deadline = Date.now() + leftoversTimeoutMs;
  const password = await findAdminPassword(options);
  for (;;) {
    const postmaster = await findPostmaster(options.clusterDir);
    if (!postmaster || (await removeForeignPostmasterFile(options.clusterDir, postmaster))) return null;
    if (!isProcessAlive(postmaster.pid)) return null;
    if (!password) {
      process.kill(postmaster.pid, "SIGINT");
    } else if (await answers(postmaster, password, options.clusterDir)) {
      const { pid, port } = postmaster;
      const findAddress = (database: string) => adminAddress(port, password, database);
      await ensureStudioDatabase(findAddress, deriveStudioPassword(password));
      return describe({ pid, port, password, adopted: true, ended: processEnded(pid) });
    }
    if (Date.now() > deadline) {
      throw new ClusterError(
        `A PostgreSQL process (${postmaster.pid}) is using ${options.clusterDir} but doesn't respond. Stop it ` +
          `(kill -INT ${postmaster.pid}), then start again.`,
      );
    }
    await delay(pollIntervalMs * 5);
  }
}

async function answers({ port }: Postmaster, password: string, clusterDir: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: adminAddress(port, password),
    connectionTimeoutMillis: 2_000,
  });
  client.on("error", () => {}); // A server shutting down closes the connection; the query below then fails.
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>("SHOW data_directory");
    return rows[0]?.data_directory === clusterDir;
  } catch {
    // Starting, stopping, or another server: the caller tries again until its deadline.
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

function spawnServer(
  binaries: PostgresBinaries,
  account: PostgresAccount,
  options: EmbeddedPostgresOptions,
  port: number,
): ChildProcess {
  const settings = { ...serverSettings, ...(options.durability === "scratch" ? scratchSettings : {}), port };
  const [command = binaries.postgres, ...rest] = [
    ...account.commandPrefix,
    binaries.postgres,
    "-D",
    options.clusterDir,
    ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ];
  mkdirSync(path.dirname(options.logFile), { recursive: true });
  const log = openSync(options.logFile, "a", 0o600);
  try {
    const child = spawn(command, rest, {
      ...account.spawnOptions,
      cwd: "/",
      env: programEnvironment,
      stdio: ["ignore", log, log],
      // A separate process group, so that Ctrl-C doesn't end it before its clients.
      detached: true,
    });
    child.unref();
    return child;
  } finally {
    closeSync(log);
  }
}

async function waitUntilReady(child: ChildProcess, url: string): Promise<void> {
  let ended: Error | undefined;
  child.once("error", (error) => (ended = error));
  child.once("exit", (code, signal) => (ended ??= new ServerEnded(`PostgreSQL ended (${code ?? signal})`)));
  const deadline = Date.now() + readyTimeoutMs;
  for (;;) {
    if (ended) throw ended;
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    client.on("error", () => {}); // The failing connect reports it too.
    try {
      await client.connect();
      return;
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      const notYet = code === "57P03" || code === "ECONNREFUSED" || code === "ECONNRESET";
      if (!notYet || Date.now() > deadline) throw error;
    } finally {
      await client.end().catch(() => {});
    }
    await delay(pollIntervalMs);
  }
}

function describe(server: {
  pid: number;
  port: number;
  /** The superuser's. */
  password: string;
  adopted: boolean;
  ended: Promise<void>;
}): EmbeddedPostgres {
  const { pid, port, password, adopted, ended } = server;
  return {
    url: studioAddress(port, password),
    adminUrl: adminAddress(port, password),
    pid,
    adopted,
    ended,
    async stop(withinMs = Infinity) {
      // SIGINT is PostgreSQL's fast shutdown: it ends sessions, and everything committed is on disk.
      if (isProcessAlive(pid)) process.kill(pid, "SIGINT");
      const hurryAt = Date.now() + withinMs;
      while (isProcessAlive(pid)) {
        if (Date.now() > hurryAt) {
          // Immediate shutdown, which PostgreSQL finishes on its own. The next start waits for that and replays the
          // log, which has everything committed.
          process.kill(pid, "SIGQUIT");
          return;
        }
        await delay(pollIntervalMs);
      }
    },
  };
}

function childEnded(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once("exit", () => resolve()));
}

/** An adopted server isn't a child process, so it is polled. */
async function processEnded(pid: number): Promise<void> {
  while (isProcessAlive(pid)) await delay(200, undefined, { ref: false });
}

async function logLength(file: string): Promise<number> {
  try {
    return (await readFile(file, "utf8")).length;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return 0;
    throw error;
  }
}
