import { createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { LaunchError } from "./console";

const pollIntervalMs = 100;

async function tryPort(host: string, port: number): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port, exclusive: true }, resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("The system gave no port.");
  return address.port;
}

/**
 * The wanted port, or a free one for 0. Throws a LaunchError if it is not available.
 *
 * @param patienceMs how long to wait for a port that is in use
 */
export async function requirePort(host: string, port: number, patienceMs = 0): Promise<number> {
  try {
    return await tryPort(host, port);
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

/** The wanted port if it is free, otherwise another one. */
export async function preferPort(host: string, port: number): Promise<number> {
  try {
    return await tryPort(host, port);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    return tryPort(host, 0);
  }
}
