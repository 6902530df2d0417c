import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { findFreePort } from "@/lib/network/free-port.server";

const startTimeoutMs = 10_000;

/** Whether this machine has nats-server. */
export const hasNatsServer = (): boolean => spawnSync("nats-server", ["--version"]).status === 0;

/** A real NATS server that a test can kill. */
export interface NatsServer {
  url: string;
  /** SIGKILL; resolves when it has ended. */
  kill(): Promise<void>;
  /** Starts it again at the same address. */
  restart(): Promise<void>;
  /** Stops its process where it is, with all connections open. */
  freeze(): void;
  thaw(): void;
  /** How many messages it has got since it started. */
  countMessages(): Promise<number>;
}

export async function startNatsServer(): Promise<NatsServer> {
  const [port, monitorPort] = [await findFreePort(), await findFreePort()];
  const [user, password] = ["studio", "a-password"];
  const start = async () => {
    const child = spawn(
      "nats-server",
      [
        ...["--addr", "127.0.0.1", "--port", String(port), "--http_port", String(monitorPort)],
        ...["--user", user, "--pass", password],
      ],
      { stdio: "ignore" },
    );
    for (const until = Date.now() + startTimeoutMs; !(await isOpen(port)); await delay(20)) {
      if (child.exitCode !== null || Date.now() > until) throw new Error("nats-server did not start");
    }
    return child;
  };
  let child = await start();
  return {
    url: `nats://${user}:${password}@127.0.0.1:${port}`,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
    async restart() {
      child = await start();
    },
    freeze: () => void child.kill("SIGSTOP"),
    thaw: () => void child.kill("SIGCONT"),
    async countMessages() {
      const response = await fetch(`http://127.0.0.1:${monitorPort}/varz`);
      return ((await response.json()) as { in_msgs: number }).in_msgs;
    },
  };
}

function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  return new Promise<boolean>((resolve) => {
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
  }).finally(() => socket.destroy());
}
