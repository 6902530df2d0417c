import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { findFreePort } from "@/lib/network/free-port.server";

/** PgBouncer doesn't run as root; this account owns nothing. */
const nobody = 65_534;
const startTimeoutMs = 10_000;

export interface Pooler {
  /** The database's address through it. */
  url: string;
  stop(): Promise<void>;
}

/** Whether this machine has PgBouncer. */
export const hasPooler = (): boolean => spawnSync("pgbouncer", ["--version"]).status === 0;

/** Starts PgBouncer in transaction mode before the server of a database URL. */
export async function startPooler(databaseUrl: string, folder: string): Promise<Pooler> {
  const { hostname, port, username, password } = new URL(databaseUrl);
  const own = await findFreePort();
  const home = path.join(folder, "pgbouncer");
  mkdirSync(home);
  const write = (name: string, lines: string[]) =>
    writeFileSync(path.join(home, name), `${lines.join("\n")}\n`);
  write("users.txt", [`"${username}" "${password}"`]);
  write("pgbouncer.ini", [
    "[databases]",
    `* = host=${hostname} port=${port || 5432}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${own}`,
    "unix_socket_dir =",
    "auth_type = scram-sha-256",
    `auth_file = ${path.join(home, "users.txt")}`,
    "pool_mode = transaction",
    "default_pool_size = 10",
    "max_client_conn = 500",
  ]);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    chmodSync(folder, 0o711);
    for (const name of ["", "users.txt", "pgbouncer.ini"]) chownSync(path.join(home, name), nobody, nobody);
  }
  const child = spawn("pgbouncer", ["--quiet", path.join(home, "pgbouncer.ini")], {
    stdio: ["ignore", "ignore", "pipe"],
    ...(isRoot ? { uid: nobody, gid: nobody } : {}),
  });
  await waitForPort(child, own);
  const url = new URL(databaseUrl);
  [url.hostname, url.port] = ["127.0.0.1", String(own)];
  return {
    url: url.href,
    async stop() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      // At once, whatever clients are left.
      child.kill("SIGTERM");
      await ended;
    },
  };
}

async function waitForPort(child: ChildProcess, port: number): Promise<void> {
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => (said += chunk.toString()));
  for (const until = Date.now() + startTimeoutMs; Date.now() < until; await delay(50)) {
    if (child.exitCode !== null) break;
    const socket = connect(port, "127.0.0.1");
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
  }
  throw new Error(`PgBouncer did not start:\n${said}`);
}
