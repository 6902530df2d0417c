import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import path from "node:path";
import pg from "pg";
import { countConnections } from "@/lib/db/connection-plan";
import { lostLinkOptions } from "@/lib/db/lost-links";
import { LaunchError } from "./console";
import {
  findMachineFault,
  readMachine,
  writeMachine,
  type ConnectionFacts,
  type Machine,
  type OtherMachine,
} from "./judge-machines";
import { keepOnce, type LauncherSettings, wantsSandbox } from "./settings";

const pauseMs = 5_000;
const closeWithinMs = 1_000;

/** What the types of pg leave out. */
type Referable = pg.Client & { ref(): void; unref(): void };

export interface MachineSession {
  close(): Promise<void>;
}

/** This machine, as the others see it. */
export function describeMachine({ env, dataDir }: Pick<LauncherSettings, "env" | "dataDir">): Machine {
  return {
    id: keepOnce(path.join(dataDir, "machine"), () => randomBytes(4).toString("hex")),
    usesDisk: env.STUDIO_STORAGE === "disk",
    runsSandbox: wantsSandbox(env),
    connections: countConnections({
      role: env.STUDIO_ROLE,
      webPool: env.STUDIO_WEB_CONNECTIONS,
      workerPool: env.STUDIO_WORKER_CONNECTIONS,
    }),
  };
}

/**
 * Tells the other machines that use the same database of this one, for as long as the session is open, and refuses what
 * can't work together with them. It tells first and looks then, so that of two that start at once none overlooks the other.
 *
 * @throws LaunchError
 */
export async function openMachineSession(url: string, machine: Machine): Promise<MachineSession> {
  let client: pg.Client;
  let isClosed = false;

  async function connect(): Promise<void> {
    client = new pg.Client({
      ...lostLinkOptions,
      connectionString: url,
      application_name: writeMachine(machine),
    });
    // What the processes of the studio do says enough.
    client.on("error", () => undefined);
    client.once("end", () => void reconnect());
    await client.connect();
  }

  /** Must not hold up the end of the launcher, either. */
  function rest(): void {
    (client as Referable).unref();
  }

  async function reconnect(): Promise<void> {
    while (!isClosed) {
      // Must not hold up the end of the launcher.
      await delay(pauseMs, undefined, { ref: false });
      try {
        if (isClosed) return;
        await connect();
        rest();
        return;
      } catch {
        client.removeAllListeners("end");
      }
    }
  }

  async function close(): Promise<void> {
    isClosed = true;
    (client as Referable).ref();
    const timeout = new AbortController();
    // It may not answer.
    await Promise.race([client.end(), delay(closeWithinMs, undefined, { signal: timeout.signal })]);
    timeout.abort();
    rest();
  }

  try {
    await connect();
  } catch (error) {
    isClosed = true;
    throw error;
  }
  const fault = findMachineFault(machine, ...(await look(client!, machine)));
  if (fault === null) {
    rest();
    return { close };
  }
  await close();
  throw new LaunchError(fault);
}

async function look(client: pg.Client, own: Machine): Promise<[OtherMachine[], ConnectionFacts]> {
  const { rows: sessions } = await client.query<{ name: string; address: string }>(`
    SELECT application_name AS name, coalesce(host(client_addr), 'on the same host') AS address
    FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'reverie-machine %'`);
  const others = new Map<string, OtherMachine>();
  for (const { name, address } of sessions) {
    const machine = readMachine(name);
    if (machine && machine.id !== own.id) others.set(machine.id, { ...machine, address });
  }
  const { rows } = await client.query<ConnectionFacts>(`
    SELECT current_setting('max_connections')::int AS "maxConnections",
      current_setting('superuser_reserved_connections')::int
        + coalesce(current_setting('reserved_connections', true)::int, 0) AS "reserved",
      (
        SELECT count(*)::int FROM pg_stat_activity
        WHERE datid IS NOT NULL AND (datname <> current_database() OR application_name NOT LIKE 'reverie%')
      ) AS "otherPrograms"`);
  return [[...others.values()], rows[0]!];
}
