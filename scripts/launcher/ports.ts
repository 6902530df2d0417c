import { setTimeout as delay } from "node:timers/promises";
import { checkPort, findFreePort } from "@/lib/network/free-port.server";
import { LaunchError } from "./console";

const pollIntervalMs = 100;

/**
 * The wanted port, or a free one for 0. Throws a LaunchError if it is not available.
 *
 * @param patienceMs how long to wait for a port that is in use
 */
export async function requirePort(host: string, port: number, patienceMs = 0): Promise<number> {
  try {
    if (port === 0) return await findFreePort(0, host);
    await checkPort(host, port);
    return port;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE" && patienceMs > 0) {
      await delay(pollIntervalMs);
      return requirePort(host, port, patienceMs - pollIntervalMs);
    }
    if (code === "EADDRINUSE") {
      throw new LaunchError(
        `Port ${port} on ${host} is in use by another program. Choose another: PORT=${port + 1} npm start`,
      );
    }
    if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
      throw new LaunchError(`HOST=${host} is not an address of this machine.`);
    }
    if (code === "EACCES")
      throw new LaunchError(`Port ${port} requires elevated privileges. Set PORT to one above 1023.`);
    throw new LaunchError(`${host}:${port} cannot be used: ${message}`, { cause: error });
  }
}
