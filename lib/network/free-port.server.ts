import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * Systems give the ports above these to outgoing connections: one of those may be taken again before the process that it
 * was found for listens, or while that process restarts.
 */
const [firstPort, endPort] = [20_000, 32_768];
const attempts = 100;

/** Throws, for example EADDRINUSE, where nobody can listen on a port. */
export async function checkPort(host: string, port: number): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port, exclusive: true }, resolve);
  });
  await new Promise((resolve) => server.close(resolve));
}

/** A port that nobody listens on: the preferred one, if it is free. */
export async function findFreePort(preferred = 0, host = "127.0.0.1"): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    const port = attempt === 1 && preferred !== 0 ? preferred : randomInt(firstPort, endPort);
    try {
      await checkPort(host, port);
      return port;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE" || attempt === attempts) throw error;
    }
  }
}
